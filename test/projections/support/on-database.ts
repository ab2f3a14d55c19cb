import type { OpenEventLog } from '@mcp-witness/event-log';
import { DataSource } from 'typeorm';
import { postgresLog } from '../../../src/log/open-log.ts';
import { sessionReports } from '../../../src/projections/definition.ts';
import * as entities from '../../../src/projections/entities/index.ts';
import { claimLive, ensureLive, type Generation } from '../../../src/projections/store/generations.ts';
import { createPostgresStore } from '../../../src/projections/store/postgres-store.ts';
import { type TestDatabase, withDatabase } from '../../support/database.ts';
import { projectAll } from './project.ts';

/** A log and read models in one database of one test alone. */
export interface ProjectedDatabase {
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  readonly log: OpenEventLog;
  /** Takes over the live generation, as a process that starts does. */
  readonly claim: () => Promise<Generation>;
  /** Takes over, and projects everything that is in the log by now. */
  readonly project: (pageSize?: number) => Promise<void>;
}

export const withProjections = <Result>(
  use: (projected: ProjectedDatabase) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database) => {
    const dataSource = await new DataSource({
      type: 'postgres',
      url: database.appUrl,
      entities: Object.values(entities),
      poolSize: 6,
    }).initialize();
    const log = postgresLog(database.appPool);
    const claim = async (): Promise<Generation> => {
      await ensureLive(dataSource, sessionReports);
      return claimLive(dataSource, sessionReports);
    };
    const project = async (pageSize?: number): Promise<void> => {
      const store = createPostgresStore(dataSource, sessionReports.name);
      await projectAll(log, store, await claim(), pageSize);
    };
    try {
      return await use({ database, dataSource, log, claim, project });
    } finally {
      await log.close();
      await dataSource.destroy();
    }
  });
