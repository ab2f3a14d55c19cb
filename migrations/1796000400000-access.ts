import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly, runSql } from './sql.ts';

const objects = ['api_keys', 'attempt_tokens'] as const;

/** Who may call the service. Needs the role `witness_app`. */
export class Access1796000400000 implements MigrationInterface {
  up(queryRunner: QueryRunner): Promise<void> {
    return runSql(queryRunner, 'access', objects);
  }

  down(): Promise<never> {
    return forwardOnly();
  }
}
