import { createHash } from 'node:crypto';
import { type Scope, scopes } from '../../src/auth/caller.ts';
import { attemptBody } from '../support/evidence.ts';
import { foreignKey, type Issuer } from '../support/oidc.ts';
import { type TestService } from '../support/service.ts';
import { erasable, known } from './routes.ts';

/** Somebody who calls every route. */
export interface MatrixCaller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: nobody who is known. */
  readonly allowed: readonly Scope[] | null;
  /** Of a tenant that has nothing of what the routes name. */
  readonly stranger?: true;
  /** Holds the token of this attempt. */
  readonly attempt?: string;
}

export const adminKey = `wk_${'k'.repeat(40)}`;

const keyOf = (name: string): string => `wk_${name.replace(/[^a-z]/g, '_').padEnd(40, 'q')}`;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });

interface StoredKey {
  readonly name: string;
  readonly tenant?: string;
  readonly scopes?: readonly Scope[];
  readonly column?: string;
}

const storeKey = async ({ database }: TestService, key: StoredKey): Promise<Record<string, string>> => {
  const { name, tenant = 'default', scopes: allowed = scopes, column = 'last_used_at' } = key;
  await database.ownerPool.query(
    `insert into api_keys (tenant_id, key_id, name, hash, scopes, ${column}) values ($1, $2, $2, $3, $4, now() - interval '1 hour')`,
    [tenant, name, digest(keyOf(name)), allowed],
  );
  return bearer(keyOf(name));
};

const attemptToken = async ({ post }: TestService, attempt: string, session_id: string): Promise<string> => {
  const answer = await post('/v1/attempts', attemptBody(attempt, { session_id }), bearer(adminKey));
  return (answer.body as { readonly attempt_token: string }).attempt_token;
};

const cookieOf = async ({ database }: TestService, allowed: readonly Scope[]): Promise<string> => {
  const cookie = allowed.join('-').replaceAll(':', '_');
  await database.ownerPool.query(
    `insert into console_sessions (tenant_id, hash, subject, scopes, expires_at)
     values ('default', $1, 'ada', $2, now() + interval '1 hour')`,
    [digest(cookie), allowed],
  );
  return `witness_session=${cookie}`;
};

/** Every kind of caller, known to a service that has the attempts of the matrix. */
export const allCallers = async (service: TestService, issuer: Issuer): Promise<readonly MatrixCaller[]> => {
  const { url, database } = service;
  await database.ownerPool.query(
    `insert into tenants (tenant_id, name, closed_at) values ('other', 'Other', null), ('closed', 'Closed', now())`,
  );
  const tokens = {
    [known.attempt]: await attemptToken(service, known.attempt, known.session),
    [known.other]: await attemptToken(service, known.other, 'session-2'),
  };
  await attemptToken(service, erasable.attempt, erasable.session);
  await fetch(`${url}/v1/subscriptions/known`, {
    method: 'PUT',
    headers: { ...bearer(adminKey), 'content-type': 'application/json' },
    body: '{}',
  });
  await storeKey(service, { name: 'spare', scopes: ['reports:read'] });
  const claims = { sub: 'robot', scope: 'reports:read operations:run' };
  const [, , signature = ''] = (await issuer.sign(claims)).split('.');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'none' })}.${part({ ...claims, iss: issuer.url })}.${signature}`;
  const nobody = async (
    name: string,
    headers: Record<string, string> | Promise<Record<string, string>>,
  ): Promise<MatrixCaller> => ({ name, headers: await headers, allowed: null });
  return [
    await nobody('nobody', {}),
    await nobody('an unknown key', bearer(keyOf('unknown'))),
    await nobody('another scheme', { authorization: `Basic ${keyOf('unknown')}` }),
    await nobody('an expired key', storeKey(service, { name: 'expired', column: 'expires_at' })),
    await nobody('a revoked key', storeKey(service, { name: 'revoked', column: 'revoked_at' })),
    await nobody('a key of a closed tenant', storeKey(service, { name: 'shut', tenant: 'closed' })),
    await nobody('an expired token', bearer(await issuer.sign(claims, { expires: '-1h' }))),
    await nobody('a token for another service', bearer(await issuer.sign(claims, { audience: 'x' }))),
    await nobody('a token signed by somebody', bearer(await issuer.sign(claims, { key: foreignKey() }))),
    await nobody('an unsigned token', bearer(unsigned)),
    await nobody('an unknown cookie', { cookie: 'witness_session=unknown', origin: url }),
    ...(await Promise.all(
      scopes.map(async (scope) => ({
        name: `a key for ${scope}`,
        headers: await storeKey(service, { name: scope, scopes: [scope] }),
        allowed: [scope],
      })),
    )),
    { name: 'a key for everything', headers: bearer(adminKey), allowed: scopes },
    {
      name: 'a key for everything of another tenant',
      headers: await storeKey(service, { name: 'stranger', tenant: 'other' }),
      allowed: scopes,
      stranger: true,
    },
    {
      name: 'a token of the issuer',
      headers: bearer(await issuer.sign(claims)),
      allowed: ['reports:read', 'operations:run'],
    },
    {
      name: 'a page of the console',
      headers: { cookie: await cookieOf(service, ['reports:read', 'admin']), origin: url },
      allowed: ['reports:read', 'admin'],
    },
    ...Object.entries(tokens).map(([attempt, token]): MatrixCaller => ({
      name: `the token of attempt ${attempt === known.attempt ? 'one' : 'two'}`,
      headers: bearer(token),
      allowed: ['evidence:write'],
      attempt,
    })),
  ];
};
