import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

/** Lists and calls by a key that is searched behind the tenant wall too. Rewrites both tables. */
export class ListPlaces1796100600000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'read-models', ['list_places']);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
