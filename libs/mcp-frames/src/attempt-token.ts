import { createHash } from 'node:crypto';

/** The HTTP header by which a relay tells a server which attempt a request belongs to. */
export const ATTEMPT_HEADER = 'witness-attempt';

/** The same in the environment of a stdio server. */
export const ATTEMPT_VARIABLE = 'WITNESS_ATTEMPT';

export interface AttemptToken {
  readonly attachment_attempt_id: string;
  /** The server's configured name in that attempt. */
  readonly server_name: string;
}

/** Characters of an id up to its variant: its time and its counter. */
const HEAD = 18;

const form =
  /^v2\.([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{2,342})$/;

/** Of an attempt's id, what was chosen freely: `xxxxxxxx-xxxx-7xxx`. */
export const headOfAttemptId = (id: string): string => id.slice(0, HEAD);

/**
 * The UUIDv7 of an attempt. Its last 62 bits are a digest of its head and of a secret of 16 bytes, so that the id says by itself
 * who may speak of it: who knows the secret, and nobody who has only read the id somewhere. Whoever checks that needs no key and
 * asks nobody, and the relay needs no network to make one.
 */
export function attemptIdOf(head: string, secret: Uint8Array): string {
  const digest = createHash('sha256').update(`witness attempt ${head} `).update(secret).digest();
  digest.writeUInt8((digest.readUInt8(0) & 0x3f) | 0x80, 0);
  const tail = digest.toString('hex', 0, 8);
  return `${head}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const isMadeFrom = (id: string, secret: string): boolean =>
  attemptIdOf(headOfAttemptId(id), Buffer.from(secret, 'base64url')) === id;

/**
 * Null for what is no token, and for one of another's making: an id without the secret that it was made from. Whether there is
 * such an attempt is the service's to say, and who may write of it.
 */
export function readAttemptToken(value: unknown): AttemptToken | null {
  const [, id, secret, name] = typeof value === 'string' ? (form.exec(value) ?? []) : [];
  if (id === undefined || secret === undefined || name === undefined) return null;
  const bytes = Buffer.from(name, 'base64url');
  const server_name = bytes.toString('utf8');
  const isText = Buffer.from(server_name, 'utf8').equals(bytes) && !server_name.includes('\0');
  return isText && isMadeFrom(id, secret) ? { attachment_attempt_id: id, server_name } : null;
}

/** What {@link readAttemptToken} reads. `secret` is what the id was made from. */
export function writeAttemptToken(
  { attachment_attempt_id, server_name }: AttemptToken,
  secret: Uint8Array,
): string {
  const [proof, name] = [Buffer.from(secret), Buffer.from(server_name, 'utf8')].map((bytes) =>
    bytes.toString('base64url'),
  );
  return `v2.${attachment_attempt_id}.${proof}.${name}`;
}
