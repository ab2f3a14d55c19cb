import { createClient, type WitnessClient, WitnessError } from '@mcp-witness/client';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readServiceAddress } from '../settings.ts';
import type { Terminal } from '../terminal/terminal.ts';

const timedOut = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError';

function codeOf(error: WitnessError): number {
  if (error.kind === 'unreachable') return timedOut(error.cause) ? exitCodes.timeout : exitCodes.unreachable;
  if (error.status === 401 || error.status === 403) return exitCodes.auth;
  return error.status === 404 ? exitCodes.notFound : exitCodes.failure;
}

/** Asks the service that the environment names. Rejects with a `CommandFailure`. */
export async function askService<Result>(
  terminal: Terminal,
  ask: (client: WitnessClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask(createClient(readServiceAddress(terminal.environment)));
  } catch (error) {
    if (error instanceof WitnessError) throw new CommandFailure(codeOf(error), error.message);
    throw error;
  }
}
