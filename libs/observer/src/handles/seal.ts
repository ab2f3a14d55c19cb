import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a value in the place of a handle is. */
type HandleReading =
  { readonly state: 'valid'; readonly session_id: string } | { readonly state: 'expired' | 'unrecognised' };

/** Makes and reads the handles of one tenant and server. */
export interface Seal {
  /** `expiresAt` in milliseconds since 1970; it ends at the first second that is no earlier. */
  mint(session_id: string, expiresAt: number): string;
  read(value: unknown, now: number): HandleReading;
}

export interface SealOptions {
  readonly secrets: readonly string[];
  readonly tenant: string;
  readonly server: string;
}

const PREFIX = 'wh1_';
const SESSION_BYTES = 16;
const BODY_BYTES = SESSION_BYTES + 4;
const MAC_BYTES = 16;
const HANDLE = /^wh1_[A-Za-z0-9_-]{48}$/;

export function newSessionId(): string {
  return uuidOf(randomBytes(SESSION_BYTES));
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
}

/** A key for this tenant and server alone: a handle of another verifies under none of ours. */
const keyOf = (secret: string, { tenant, server }: SealOptions): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['witness handle', 1, tenant, server]))
    .digest();

const macOf = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);

/** A handle is the session, the second at which it ends, and their signature: nothing is kept of it here. */
export function createSeal(options: SealOptions): Seal {
  const keys = options.secrets.map((secret) => keyOf(secret, options));
  const [signing] = keys;
  if (signing === undefined) throw new TypeError('handles need a secret');
  return {
    mint(session_id, expiresAt) {
      const body = Buffer.alloc(BODY_BYTES);
      body.write(session_id.replaceAll('-', ''), 'hex');
      body.writeUInt32BE(Math.ceil(expiresAt / 1_000), SESSION_BYTES);
      return PREFIX + Buffer.concat([body, macOf(signing, body)]).toString('base64url');
    },
    read(value, now) {
      if (typeof value !== 'string') return { state: 'unrecognised' };
      const text = value.trim();
      if (!HANDLE.test(text)) return { state: 'unrecognised' };
      const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
      const body = bytes.subarray(0, BODY_BYTES);
      const mac = bytes.subarray(BODY_BYTES);
      if (!keys.some((key) => timingSafeEqual(macOf(key, body), mac))) return { state: 'unrecognised' };
      if (body.readUInt32BE(SESSION_BYTES) * 1_000 <= now) return { state: 'expired' };
      return { state: 'valid', session_id: uuidOf(body.subarray(0, SESSION_BYTES)) };
    },
  };
}
