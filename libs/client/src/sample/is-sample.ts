import type { SessionStatus } from '@mcp-witness/evidence';

/** What the host of a sample session calls itself: no host of a real one bears this name. */
export const sampleHost = 'witness-sample';

export const isSample = ({ host }: Pick<SessionStatus, 'host'>): boolean => host === sampleHost;
