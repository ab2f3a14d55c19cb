/** The HTTP header by which a relay tells a server which attempt a request belongs to. */
export const ATTEMPT_HEADER = 'witness-attempt';

/** The same in the environment of a stdio server. */
export const ATTEMPT_VARIABLE = 'WITNESS_ATTEMPT';

export interface AttemptToken {
  readonly attachment_attempt_id: string;
  /** The server's configured name in that attempt. */
  readonly server_name: string;
}

const form =
  /^v1\.([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{2,342})$/;

/**
 * Null for what is no token. The attempt's id is random enough to be known by nobody who was not told; whether there is
 * such an attempt is the service's to say.
 */
export function readAttemptToken(value: unknown): AttemptToken | null {
  const parts = typeof value === 'string' ? form.exec(value) : null;
  const id = parts?.[1];
  const name = parts?.[2];
  if (id === undefined || name === undefined) return null;
  const bytes = Buffer.from(name, 'base64url');
  const server_name = bytes.toString('utf8');
  const isText = Buffer.from(server_name, 'utf8').equals(bytes);
  return isText && !server_name.includes('\0') ? { attachment_attempt_id: id, server_name } : null;
}

/** What {@link readAttemptToken} reads. */
export const writeAttemptToken = ({ attachment_attempt_id, server_name }: AttemptToken): string =>
  `v1.${attachment_attempt_id}.${Buffer.from(server_name, 'utf8').toString('base64url')}`;
