import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { type Caller, defaultTenant, scopes } from './caller.ts';
import { CONSOLE_SESSIONS, type ConsoleSessions } from './console/console-sessions.ts';
import { CREDENTIALS, type Credentials, hashOf, isApiKey, isAttemptToken } from './credentials.ts';
import { isJwt, TOKEN_VERIFIER, type TokenVerifier } from './oidc/token-verifier.ts';

const anyone: Caller = {
  tenant_id: defaultTenant,
  scopes: new Set(scopes),
  attachment_attempt_id: null,
  actor: 'anyone',
  rate_limit: null,
};

/** The token of `Authorization: Bearer <token>`, or null. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization ?? '')?.[1] ?? null;

/** Tells who asks. Knows no requests, so that sockets use it as well. */
@Injectable()
export class Authenticator {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    @Inject(CONSOLE_SESSIONS) private readonly sessions: ConsoleSessions,
    @Inject(TOKEN_VERIFIER) private readonly tokens: TokenVerifier,
  ) {}

  /**
   * The caller that a bearer credential stands for; null when it is none that is known and alive. Without
   * authentication everyone may do everything, but an attempt's own token still narrows its bearer to that attempt.
   * Rejects with `unavailable` when the issuer of a token cannot be asked for its keys.
   */
  async authenticate(credential: string | null): Promise<Caller | null> {
    if (credential !== null && isAttemptToken(credential)) return this.byAttemptToken(credential);
    if (this.settings.auth === 'none') return anyone;
    if (credential === null) return null;
    if (isApiKey(credential)) return this.byKey(credential);
    return isJwt(credential) ? this.byJwt(credential) : null;
  }

  /** The caller that a cookie of the console stands for; null when it was signed out or is too old. */
  async bySession(cookie: string): Promise<Caller | null> {
    const session = await this.sessions.find(hashOf(cookie));
    return session && this.person(session.tenant_id, session.subject, session.scopes);
  }

  private async byKey(credential: string): Promise<Caller | null> {
    const key = await this.credentials.findKey(hashOf(credential));
    if (key === null) return null;
    const { tenant_id, key_id, rate_limit } = key;
    return {
      tenant_id,
      scopes: new Set(key.scopes),
      attachment_attempt_id: null,
      actor: `key:${key_id}`,
      rate_limit,
    };
  }

  private async byAttemptToken(credential: string): Promise<Caller | null> {
    const token = await this.credentials.findAttemptToken(hashOf(credential));
    if (token === null) return null;
    const actor = `attempt:${token.attachment_attempt_id}`;
    return { ...token, scopes: new Set(['evidence:write']), actor, rate_limit: null };
  }

  private async byJwt(credential: string): Promise<Caller | null> {
    const grant = await this.tokens.verify(credential);
    if (grant === null || !(await this.credentials.hasTenant(grant.tenant_id))) return null;
    return this.person(grant.tenant_id, grant.subject, grant.scopes);
  }

  private person(tenant_id: string, subject: string, allowed: readonly string[]): Caller {
    const granted = new Set<string>(allowed);
    return {
      tenant_id,
      scopes: new Set(scopes.filter((scope) => granted.has(scope))),
      attachment_attempt_id: null,
      actor: `subject:${subject}`,
      rate_limit: null,
    };
  }
}
