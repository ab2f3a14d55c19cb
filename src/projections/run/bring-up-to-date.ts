import type { EventLog } from '@mcp-witness/event-log';
import type { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { ensureLive, readLive } from '../store/generations.ts';
import { pause } from './pause.ts';
import { rebuildReports } from './rebuild.ts';

export interface BringUpToDate {
  readonly log: EventLog;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const turnMilliseconds = 1_000;

/** Waits until the live generation has the shape of this code, and builds it so if need be. False: stopped before. */
export async function bringUpToDate({ log, dataSource, logger, signal }: BringUpToDate): Promise<boolean> {
  await ensureLive(dataSource, sessionReports);
  let said = 0;
  while (!signal.aborted) {
    const { version } = (await readLive(dataSource, sessionReports.name)) ?? sessionReports;
    if (version === sessionReports.version) return true;
    if (version > sessionReports.version) {
      if (said !== version)
        logger.warn(
          `Session reports are of version ${version}, which a newer service keeps; this one leaves them to it.`,
        );
      said = version;
      await pause(turnMilliseconds, signal);
      continue;
    }
    logger.warn(`Session reports of version ${version} are built anew as version ${sessionReports.version}.`);
    const { outcome } = await rebuildReports({ log, dataSource, signal, resume: true });
    if (outcome === 'busy') await pause(turnMilliseconds, signal);
  }
  return false;
}
