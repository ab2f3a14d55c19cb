import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const objects = ['api_keys', 'attempt_tokens'] as const;

/** Who may call the service. Needs the role `witness_app`. */
export class Access1796000400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const object of objects) {
      const file = new URL(`sql/access/${object}.sql`, import.meta.url);
      await queryRunner.query(await readFile(file, 'utf8'));
    }
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward. Restore a backup that was taken before this one.');
  }
}
