import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import { openSealedLog } from '../../src/log/open-sealed-log.ts';
import { type TestDatabase, withDatabase } from '../support/database.ts';
import { tellStory } from './support.ts';

interface Keys {
  readonly keyEncryptionKey: Buffer | null;
  readonly formerKeyEncryptionKey: Buffer | null;
}

const none: Keys = { keyEncryptionKey: null, formerKeyEncryptionKey: null };

/** Names the keys that wrapped what is there, after a start with these settings told and read the whole log. */
const startWith = async ({ appPool, ownerPool }: TestDatabase, keys: Keys): Promise<readonly unknown[]> => {
  const settings = { kurrentdbUrl: null, ...keys };
  const { log } = await openSealedLog({ settings, pool: appPool });
  try {
    const events = await log.readAll({ after: Position.start, limit: 1_000 });
    for (const event of events) expect(() => void JSON.parse(event.data)).not.toThrow();
    if (events.length === 0) await tellStory(log);
  } finally {
    await log.close();
  }
  const { rows } = await ownerPool.query<{ wrapped_by: string | null }>(
    'select distinct wrapped_by from session_keys',
  );
  return rows.map(({ wrapped_by }) => wrapped_by);
};

describe('keys of sessions', () => {
  it('are wrapped by the start that first has a key to wrap them with, and anew by the one that has another', () =>
    withDatabase(async (database) => {
      const [first, second] = [randomBytes(32), randomBytes(32)];
      expect(await startWith(database, none)).toEqual([null]);
      const bare = await database.ownerPool.query<{ secret: Buffer }>('select secret from session_keys');
      const wrapped = await startWith(database, { ...none, keyEncryptionKey: first });
      expect(wrapped).toEqual([expect.any(String)]);
      const { rows } = await database.ownerPool.query<{ secret: Buffer }>('select secret from session_keys');
      for (const { secret } of rows)
        for (const one of bare.rows) expect(secret.includes(one.secret)).toBe(false);
      const anew = { keyEncryptionKey: second, formerKeyEncryptionKey: first };
      const [after] = await startWith(database, anew);
      expect(after).not.toBe(wrapped[0]);
      expect(await startWith(database, { ...none, keyEncryptionKey: second })).toEqual([after]);
    }));

  it('that are wrapped with a key that is not set stop the start, and stay as they are', () =>
    withDatabase(async (database) => {
      const [first, second] = [randomBytes(32), randomBytes(32)];
      await startWith(database, none);
      const wrapped = await startWith(database, { ...none, keyEncryptionKey: first });
      const message = /another WITNESS_KEY_ENCRYPTION_KEY/;
      await expect(startWith(database, none)).rejects.toThrow(message);
      await expect(startWith(database, { ...none, keyEncryptionKey: second })).rejects.toThrow(message);
      expect(await startWith(database, { ...none, keyEncryptionKey: first })).toEqual(wrapped);
    }));
});
