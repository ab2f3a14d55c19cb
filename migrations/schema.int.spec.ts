import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from '../test/support/database.ts';
import { dumpSchema } from './schema.ts';

const file = new URL('schema.sql', import.meta.url);

function dumped(): Promise<string> {
  return withDatabase(async ({ ownerPool }) => {
    const client = await ownerPool.connect();
    try {
      return await dumpSchema(client);
    } finally {
      client.release(true);
    }
  });
}

describe('the schema', () => {
  it('is as schema.sql says (npm run schema writes it anew)', async () => {
    const schema = await dumped();
    if (process.env.WITNESS_WRITE_SCHEMA === '1') await writeFile(file, schema);
    expect(schema).toBe(await readFile(file, 'utf8'));
  });

  it('holds every kind of object, and nobody who migrated', async () => {
    const schema = await dumped();
    for (const kind of [
      'create table',
      'add constraint',
      'CREATE INDEX',
      'CREATE OR REPLACE FUNCTION',
      'grant ',
    ]) {
      expect(schema).toContain(kind);
    }
    expect(schema).not.toMatch(/owner to/i);
  });
});
