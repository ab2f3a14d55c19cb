import type { History, SessionStatus } from '@mcp-witness/evidence';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ServiceAddress } from '../settings.ts';

export interface SessionPage {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly next_cursor: string | null;
}

/** What the commands ask of the service. Rejects with a `CommandFailure`. */
export interface ServiceReader {
  report(session: string): Promise<History>;
  sessions(query: Readonly<Record<string, string>>): Promise<SessionPage>;
}

const timeoutMs = 15_000;

function failureOf(status: number, what: string): CommandFailure {
  if (status === 401 || status === 403) {
    return new CommandFailure(
      exitCodes.auth,
      'the service does not take our credentials; set WITNESS_API_KEY',
    );
  }
  if (status === 404) return new CommandFailure(exitCodes.notFound, `the service knows no ${what}`);
  return new CommandFailure(exitCodes.failure, `the service answered with status ${status}`);
}

function unreachable(service: ServiceAddress, error: unknown): CommandFailure {
  const where = new URL(service.url).origin;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new CommandFailure(exitCodes.timeout, `the service at ${where} did not answer in time`);
  }
  return new CommandFailure(
    exitCodes.unreachable,
    `no service answers at ${where}; start one with "witness serve", or set WITNESS_URL`,
  );
}

/** The service at an address, over HTTP. */
export function createServiceReader(service: ServiceAddress): ServiceReader {
  const headers: Record<string, string> =
    service.apiKey === null ? {} : { authorization: `Bearer ${service.apiKey}` };

  async function get(path: string, what: string): Promise<unknown> {
    const target = new URL(path, service.url);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(target, { headers, signal, redirect: 'error' }).catch((error: unknown) => {
      throw unreachable(service, error);
    });
    if (!response.ok) throw failureOf(response.status, what);
    return response.json();
  }

  return {
    report: async (session) =>
      (await get(`/v1/sessions/${encodeURIComponent(session)}/report`, `session ${session}`)) as History,
    sessions: async (query) =>
      (await get(`/v1/sessions?${new URLSearchParams(query).toString()}`, 'sessions')) as SessionPage,
  };
}
