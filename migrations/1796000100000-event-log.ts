import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

const objects = [
  'roles',
  'es_head',
  'es_events',
  'es_chain',
  'es_append',
  'es_refuse_change',
  'grants',
] as const;

/** The roles of the service and the event log. */
export class EventLog1796000100000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'log', objects);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
