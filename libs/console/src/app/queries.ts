import { WitnessError } from '@mcp-witness/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const passes = (error: unknown): boolean =>
  error instanceof WitnessError && (error.kind === 'unreachable' || [429, 503].includes(error.status));

const longestWaitMs = 10_000;

/** Milliseconds before the next try: what the service asked for, or twice as long as before. */
const waitBefore = (failures: number, error: unknown): number => {
  const asked = error instanceof WitnessError ? error.retryAfterSeconds : null;
  return asked === null ? Math.min(500 * 2 ** failures, longestWaitMs) : asked * 1000;
};

/**
 * The answers that pages hold. What passes by itself is asked again for as long as a page wants it, and what was held
 * stays in sight meanwhile. `onNoAccess`: the service wants a credential, or another one.
 */
export const createQueries = (onNoAccess: () => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof WitnessError && error.status === 401) onNoAccess();
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => passes(error) && failures < 4,
        retryDelay: waitBefore,
        refetchOnWindowFocus: true,
        staleTime: 1000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
