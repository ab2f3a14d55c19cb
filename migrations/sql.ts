import { readFile } from 'node:fs/promises';
import type { QueryRunner } from 'typeorm';

/**
 * Runs `sql/<folder>/<object>.sql` for each object, in the order given. The files lie beside this one both in the
 * sources and in the build.
 */
export async function runSql(
  queryRunner: QueryRunner,
  folder: string,
  objects: readonly string[],
): Promise<void> {
  for (const object of objects) {
    const file = new URL(`sql/${folder}/${object}.sql`, import.meta.url);
    await queryRunner.query(await readFile(file, 'utf8'));
  }
}

/** The `down` of every migration: evidence is never taken back. */
export function forwardOnly(): Promise<never> {
  return Promise.reject(
    new Error('Migrations only go forward. Restore a backup that was taken before this one.'),
  );
}
