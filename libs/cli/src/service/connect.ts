import { createClient, type WitnessClient, WitnessError } from '@mcp-witness/client';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readServiceAddress } from '../settings.ts';
import type { Terminal } from '../terminal/terminal.ts';

const timedOut = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === 'TimeoutError';

function codeOf(error: WitnessError): number {
  if (error.kind === 'unreachable') return timedOut(error.cause) ? exitCodes.timeout : exitCodes.unreachable;
  if (error.code === 'executor_unreachable') return exitCodes.unreachable;
  if (error.status === 401 || error.status === 403) return exitCodes.auth;
  return error.status === 404 ? exitCodes.notFound : exitCodes.failure;
}

function adviceOf({ status, code }: WitnessError, scope: string): string {
  if (status === 401) return ' Set WITNESS_API_KEY or WITNESS_API_KEY_FILE to a key that the service knows.';
  if (status === 403 && code !== 'foreign_host') {
    return ` Set WITNESS_API_KEY or WITNESS_API_KEY_FILE to a key with the scope ${scope}.`;
  }
  return status === 503 ? ' `witness doctor` tells more.' : '';
}

/** What calls of the service gave; what they rejected with becomes a `CommandFailure`. `missing` and `scope` as for {@link askService}. */
export async function reportCalls<Result>(
  call: () => Promise<Result>,
  missing = 'what was asked for',
  scope = 'reports:read',
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    const code = codeOf(error);
    throw new CommandFailure(
      code,
      code === exitCodes.notFound
        ? `the service does not know ${missing}`
        : `${error.message}${adviceOf(error, scope)}`,
    );
  }
}

/** Asks the service that the environment names; `missing` says what it may not know, `scope` what a key needs. Rejects with a `CommandFailure`. */
export const askService = <Result>(
  terminal: Terminal,
  ask: (client: WitnessClient) => Promise<Result>,
  missing?: string,
  scope?: string,
): Promise<Result> =>
  reportCalls(() => ask(createClient(readServiceAddress(terminal.environment))), missing, scope);
