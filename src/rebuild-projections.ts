import { type Settings } from './config/settings.ts';
import { openDatabase } from './database/database.ts';
import { openSealedLog } from './log/open-sealed-log.ts';
import * as entities from './projections/entities/index.ts';
import { rebuildReports, type RebuildProgress, type RebuildResult } from './projections/run/rebuild.ts';

export { type RebuildProgress, type RebuildResult };

export interface RebuildProjections {
  readonly log?: (line: string) => void;
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Builds the session reports anew from the log, with or without a service running on the same database. With the
 * embedded database it starts that, so that no service may run beside it.
 */
export const rebuildProjections = async (
  settings: Settings,
  { log = () => undefined, ...options }: RebuildProjections = {},
): Promise<RebuildResult> => {
  const database = await openDatabase({ settings, entities: Object.values(entities), log });
  try {
    const { pool, dataSource } = database;
    const { log: eventLog } = await openSealedLog({ settings, pool });
    try {
      return await rebuildReports({ log: eventLog, dataSource, ...options });
    } finally {
      await eventLog.close();
    }
  } finally {
    await database.close();
  }
};
