import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { type Caller, defaultTenant, scopes } from './caller.ts';
import { CREDENTIALS, type Credentials, hashOf, isApiKey, isAttemptToken } from './credentials.ts';

const anyone: Caller = { tenant_id: defaultTenant, scopes: new Set(scopes), attachment_attempt_id: null };

/** The token of `Authorization: Bearer <token>`, or null. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization ?? '')?.[1] ?? null;

/** Tells who asks. Knows no requests, so that sockets use it as well. */
@Injectable()
export class Authenticator {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
  ) {}

  /**
   * The caller that a bearer credential stands for; null when it is none that is known and alive. Without
   * authentication everyone may do everything, but an attempt's own token still narrows its bearer to that attempt.
   */
  async authenticate(credential: string | null): Promise<Caller | null> {
    if (credential !== null && isAttemptToken(credential)) return this.byAttemptToken(credential);
    if (this.settings.auth === 'none') return anyone;
    return credential !== null && isApiKey(credential) ? this.byKey(credential) : null;
  }

  private async byKey(credential: string): Promise<Caller | null> {
    const key = await this.credentials.findKey(hashOf(credential));
    return key && { tenant_id: key.tenant_id, scopes: new Set(key.scopes), attachment_attempt_id: null };
  }

  private async byAttemptToken(credential: string): Promise<Caller | null> {
    const token = await this.credentials.findAttemptToken(hashOf(credential));
    return token && { ...token, scopes: new Set(['evidence:write']) };
  }
}
