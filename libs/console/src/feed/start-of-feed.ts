import type { WitnessClient } from '@mcp-witness/client';

const sessionsBack = 10;

const before = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length);

/** Where the feed begins to be shown: with what the last sessions did, or at its very beginning where there are few. */
export const startOfFeed = async (client: WitnessClient, signal: AbortSignal): Promise<string> => {
  const { connected, sessions } = await client.sessions({ limit: sessionsBack }, signal);
  const positions = [...connected, ...sessions].map(({ position }) => position);
  if (positions.length < sessionsBack) return '0';
  return positions.reduce((first, one) => (before(one, first) ? one : first));
};
