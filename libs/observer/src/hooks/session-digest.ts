import { createHash } from 'node:crypto';

const LONGEST_SESSION = 1_024;

/** What an owner's name of a session is told as: the same for the same server and text in every process. Null for none. */
export function sessionDigest(server: string, session: unknown): string | null {
  if (typeof session !== 'string') return null;
  const text = session.trim();
  if (text === '' || text.length > LONGEST_SESSION) return null;
  return createHash('sha256').update(`${server}\0${text}`).digest('hex').slice(0, 32);
}
