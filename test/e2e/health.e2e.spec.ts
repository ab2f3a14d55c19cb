import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { describeFaults, readSettings, startService } from '../../src/service.ts';
import { openFrontDoor } from '../fault/pair/front-door.ts';
import { type TestDatabase, withDatabase } from '../support/database.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { type Answer, clientOf, withService } from '../support/service.ts';

const until = async (ask: () => Promise<Answer>, status: number): Promise<Answer> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (answer.status === status) return answer;
    if (Date.now() > deadline) throw new Error(`It was not answered with ${status} within a minute.`);
    await pause(50);
  }
};

/** A way to the database that can be cut, and opened again. */
const withWay = async (
  { url, ownerPool }: TestDatabase,
  use: (way: { readonly url: string; cut(): Promise<void>; open(): void }) => Promise<void>,
): Promise<void> => {
  const { host } = new URL(url);
  const door = await openFrontDoor([`http://${host}`]);
  const through = new URL(url);
  through.host = new URL(door.url).host;
  try {
    await use({
      url: through.href,
      cut: async () => {
        door.services.length = 0;
        await ownerPool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`);
      },
      open: () => door.services.push(`http://${host}`),
    });
  } finally {
    await door.close();
  }
};

describe('a service', () => {
  it('lives and is not ready while its database is away, says so without an address, and takes work again after', () =>
    withDatabase((database) =>
      withWay(database, async (way) => {
        const read = readSettings({
          DATABASE_URL: way.url,
          WITNESS_PORT: '0',
          WITNESS_LOG_LEVEL: 'silent',
        });
        if (!read.ok) throw new Error(describeFaults(read.faults));
        const service = await startService(read.settings);
        const { get, post } = clientOf(service.url);
        try {
          await until(() => get('/readyz'), 200);
          await way.cut();
          const unready = await until(() => get('/readyz'), 503);
          expect(unready.headers.get('retry-after')).toBe('1');
          expect(unready.body).toMatchObject({
            code: 'unavailable',
            checks: { database: { status: 'down', reason: 'the database does not answer' } },
          });
          const { host, password } = new URL(way.url);
          for (const part of [host, database.name, password].filter((text) => text !== ''))
            expect(JSON.stringify(unready.body)).not.toContain(part);
          expect((await get('/livez')).status).toBe(200);
          expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(503);
          way.open();
          expect((await until(() => get('/readyz'), 200)).body).toMatchObject({
            status: 'ok',
            checks: { database: { status: 'up' }, projections: { status: 'up' } },
          });
          expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
        } finally {
          way.open();
          await service.close();
        }
      }),
    ));

  it('is not ready over a database that lacks a migration', () =>
    withService(async ({ get, database: { ownerPool } }) => {
      const last = `name = (select max(name) from migrations)`;
      const taken = await ownerPool.query(`delete from migrations where ${last} returning timestamp, name`);
      expect((await get('/readyz')).body).toMatchObject({
        status: 503,
        checks: { migrations: { reason: 'migrations are missing in the database' } },
      });
      const [row] = taken.rows as readonly { readonly timestamp: string; readonly name: string }[];
      await ownerPool.query('insert into migrations (timestamp, name) values ($1, $2)', [
        row?.timestamp,
        row?.name,
      ]);
      expect((await until(() => get('/readyz'), 200)).status).toBe(200);
    }));
});
