import { defaultTenant, type Scope, scopes } from '../caller.ts';

/** What the issuer says of somebody. */
export interface Grant {
  readonly subject: string;
  readonly tenant_id: string;
  readonly scopes: readonly Scope[];
}

type Claims = Readonly<Record<string, unknown>>;

const wordsOf = (claim: unknown): readonly string[] => {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((one): one is string => typeof one === 'string') : [];
};

/** Whether the claims say anything of what their subject may do here. */
export const sayScopes = (claims: Claims): boolean =>
  [claims.witness_scopes, claims.scope, claims.scp].some((claim) =>
    wordsOf(claim).some((word) => scopes.some((scope) => scope === word)),
  );

/**
 * What claims allow: `witness_tenant` is the tenant (`default` when absent), and the scopes are those of ours that
 * stand in `witness_scopes`, `scope` or `scp`, each a list or words with blanks between. Null: no use can be made of them.
 */
export const grantOf = (claims: Claims): Grant | null => {
  const { sub: subject, witness_tenant: tenant = defaultTenant } = claims;
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || subject.includes('\0'))
    return null;
  if (typeof tenant !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(tenant)) return null;
  const said = new Set([claims.witness_scopes, claims.scope, claims.scp].flatMap(wordsOf));
  return { subject, tenant_id: tenant, scopes: scopes.filter((scope) => said.has(scope)) };
};
