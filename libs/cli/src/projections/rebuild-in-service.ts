import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectionState } from '@mcp-witness/client';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { askService } from '../service/connect.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

/** What can be built anew. */
const projection = 'session_reports';
const betweenLooksMs = 500;

/** The rebuild that a service did. */
export interface RebuiltInService {
  readonly outcome: 'rebuilt';
  readonly generation: number;
  readonly skipped: number;
}

/** Null: no longer interesting, `signal` aborted. */
async function look(terminal: Terminal, signal: AbortSignal): Promise<readonly ProjectionState[] | null> {
  await pause(betweenLooksMs, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) return null;
  return (await askService(terminal, (client) => client.projections(), 'the projections', 'admin'))
    .projections;
}

/**
 * Asks the service to build the read models anew and waits until readers see them. Rejects with a `CommandFailure`,
 * also when `signal` aborts: the service goes on then.
 */
export async function rebuildInService(terminal: Terminal, signal: AbortSignal): Promise<RebuiltInService> {
  const { generation } = await askService(
    terminal,
    (client) => client.rebuildProjection(projection),
    'the projection',
    'admin',
  );
  for (;;) {
    const projections = await look(terminal, signal);
    if (projections === null)
      throw new CommandFailure(exitCodes.interrupted, 'not waiting any more; the service goes on building');
    const own = projections.find((one) => one.generation === generation);
    if (own === undefined || own.state === 'retired')
      throw new CommandFailure(
        exitCodes.failure,
        'the service gave up the rebuild, its log says why; readers see what they saw before',
      );
    if (own.state === 'live') return { outcome: 'rebuilt', generation, skipped: own.skipped_events };
    const atLeast = own.lag_complete ? '' : 'at least ';
    printLine(terminal.err, `witness: ${atLeast}${own.lag_events} events to fold`);
  }
}
