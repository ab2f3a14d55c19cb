import { createHash, randomBytes } from 'node:crypto';
import { type Scope } from './caller.ts';

/** Dependency injection token of {@link Credentials}. */
export const CREDENTIALS = Symbol('CREDENTIALS');

export interface KeyGrant {
  readonly tenant_id: string;
  readonly key_id: string;
  readonly rate_limit: number | null;
  readonly scopes: readonly Scope[];
}

/** A key by its place. */
export interface KeyName {
  readonly tenant_id: string;
  readonly key_id: string;
}

export interface TokenGrant {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
}

/** Where credentials are kept: their SHA-256 only. They are long and random, so no slow hash is needed. */
export interface Credentials {
  /** Null when the key is unknown, revoked or expired, or was replaced for longer than it was to live on. */
  findKey(hash: Buffer): Promise<KeyGrant | null>;
  /** Whether there is any key that is not revoked. */
  hasKey(): Promise<boolean>;
  /** Null when the token is unknown, renewed since, or its execution has ended. */
  findAttemptToken(hash: Buffer): Promise<TokenGrant | null>;
  /** The attempt's token is this one from now on, the former is dead. */
  setAttemptToken(grant: TokenGrant, hash: Buffer): Promise<void>;
  /** The attempt's execution ended: its token is dead. */
  endAttemptToken(grant: TokenGrant): Promise<void>;
  /** Makes the key known, in place of the one that had the same `key_id`. One that was revoked stays so. */
  putKey(key: Omit<KeyGrant, 'rate_limit'> & { readonly name: string }, hash: Buffer): Promise<void>;
  /** Whether there is such a tenant, and its credentials are taken. */
  hasTenant(tenantId: string): Promise<boolean>;
}

export const hashOf = (credential: string): Buffer => createHash('sha256').update(credential).digest();

const keyPattern = /^wk_[A-Za-z0-9_-]{32,128}$/;
const tokenPattern = /^wa_[A-Za-z0-9_-]{43}$/;

export const isApiKey = (text: string): boolean => keyPattern.test(text);

export const isAttemptToken = (text: string): boolean => tokenPattern.test(text);

export const mintApiKey = (): string => `wk_${randomBytes(32).toString('base64url')}`;

export const mintAttemptToken = (): string => `wa_${randomBytes(32).toString('base64url')}`;
