import { randomBytes } from 'node:crypto';
import { attemptIdOf, writeAttemptToken } from '@mcp-witness/mcp-frames';

/** An attempt's id, and the token by which a relay tells a server of it. Ids begin with `0190a000`. */
export function anAttempt(server_name: string): { readonly id: string; readonly token: string } {
  const secret = randomBytes(16);
  const id = attemptIdOf('0190a000-0000-7000', secret);
  return { id, token: writeAttemptToken({ attachment_attempt_id: id, server_name }, secret) };
}
