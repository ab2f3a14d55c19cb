import { setTimeout as delay } from 'node:timers/promises';
import { followFeed, type WitnessClient, WitnessError } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import type { ServiceAddress } from '../settings.ts';

/** The report is looked at again after so long without an event, should its read model have been behind. */
const quietMs = 2000;

interface Following {
  readonly client: WitnessClient;
  readonly service: ServiceAddress;
  readonly session: string;
  readonly signal: AbortSignal;
}

const mayPass = (error: unknown): boolean =>
  error instanceof WitnessError &&
  (error.kind === 'unreachable' || error.status >= 500 || error.status === 429);

/** Wakes whoever waits, at every event of the session; rejects for what does not pass by itself. */
function bell(
  { service, session, signal }: Following,
  after: string,
): { readonly heard: () => Promise<string> } {
  let position = after;
  let ring = (): void => undefined;
  const rung = async (): Promise<never> => {
    const filter = { session_id: [session] };
    for await (const event of followFeed({ ...service, after, filter, signal })) {
      position = event.global_position;
      ring();
    }
    return await new Promise<never>(() => undefined);
  };
  const ended = rung();
  ended.catch(() => undefined);
  return {
    async heard() {
      const next = new Promise<void>((resolve) => (ring = resolve));
      const end = new AbortController();
      const quiet = delay(quietMs, undefined, { signal: AbortSignal.any([signal, end.signal]) });
      await Promise.race([next, ended, quiet.catch(() => undefined)]);
      end.abort();
      return position;
    },
  };
}

/** Null where the session is not known, undefined where the service could not say. */
async function reportOf(
  client: WitnessClient,
  session: string,
  { position, signal }: { readonly position: string; readonly signal: AbortSignal },
): Promise<History | null | undefined> {
  try {
    return await client.report(session, { min_position: position }, signal);
  } catch (error) {
    if (error instanceof WitnessError && error.status === 404) return null;
    if (mayPass(error)) return undefined;
    throw error;
  }
}

/**
 * The session's report each time that something happened to it, from now until the signal; null while the service does not
 * know the session. Rejects with a `WitnessError` where the service is not there at the beginning, or refuses.
 */
export async function* followReport(following: Following): AsyncGenerator<History | null, void, undefined> {
  const { client, session } = following;
  const end = new AbortController();
  const signal = AbortSignal.any([following.signal, end.signal]);
  try {
    const start = await client.readFeed({ after: 'now', limit: 1 }, signal);
    const { heard } = bell({ ...following, signal }, start.position);
    let position = start.position;
    while (!signal.aborted) {
      const report = await reportOf(client, session, { position, signal });
      if (report !== undefined) yield report;
      position = await heard();
    }
  } finally {
    end.abort();
  }
}
