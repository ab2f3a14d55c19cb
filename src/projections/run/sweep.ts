import type { DataSource } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { sweepCatalogs } from '../store/generations.ts';
import { pause } from './pause.ts';

const everyMilliseconds = 60_000;

/** Drops catalogs that no current attempt needs, once a minute until `signal` aborts. Never rejects. */
export async function sweepNowAndThen(
  dataSource: DataSource,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    await pause(everyMilliseconds, signal);
    if (signal.aborted) return;
    await sweepCatalogs(dataSource, sessionReports.name).catch(failed);
  }
}
