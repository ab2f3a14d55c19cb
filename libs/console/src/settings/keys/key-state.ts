import type { ApiKey } from '@mcp-witness/client';

export type KeyState = 'revoked' | 'expired' | 'in use';

/** What a key is good for at a moment. */
export const keyState = ({ revoked_at: revoked, expires_at: expires }: ApiKey, now: number): KeyState => {
  if (revoked !== null) return 'revoked';
  return expires !== null && Date.parse(expires) <= now ? 'expired' : 'in use';
};
