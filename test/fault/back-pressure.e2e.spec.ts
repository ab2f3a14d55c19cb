import { describe, expect, it, jest } from '@jest/globals';
import { type TestDatabase, withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { withMeasuredService } from './hostile/with-measured-service.ts';
import { beginUpload, type Upload, until } from './slow-upload.ts';

jest.setTimeout(180_000);

const batches = 16;
const eventsOfEach = 100;
const mebibyte = 1024 * 1024;
/** What the service has room for from one tenant, as it says nowhere; and what reading so much may take beside it. */
const roomBytes = 32 * mebibyte;
const slackBytes = 96 * mebibyte;

/** Members that no event has are read, and not kept: a large request of which little is stored. */
const padding = 'x'.repeat(60 * 1024);

const batch = (n: number): string =>
  JSON.stringify(
    Array.from({ length: eventsOfEach }, (_, at) =>
      evidence(uuid(1), 10 + n * eventsOfEach + at, {
        data: { server_name: 'hub', channel: 'acp', transport: 'http', padding },
      }),
    ),
  );

/** Nothing can be appended while `use` runs. */
const whileLocked = async <Result>(
  { ownerPool }: TestDatabase,
  use: () => Promise<Result>,
): Promise<Result> => {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    await client.query('lock table es_head in exclusive mode');
    return await use();
  } finally {
    await client.query('rollback');
    client.release();
  }
};

interface Sent {
  readonly n: number;
  readonly status: number;
  readonly retryAfter: string | null;
}

describe('a service that is sent more than it has room for', () => {
  it('reads no more of bodies that come slowly, and answers those that it has no room for at once', () =>
    withDatabase((database) =>
      withMeasuredService({ DATABASE_URL: database.url }, async ({ url, memory }) => {
        const { post } = clientOf(url);
        expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
        const size = Buffer.byteLength(batch(0));
        const before = await memory();
        const uploads = Array.from({ length: batches }, (_, n) => beginUpload(url, '/v1/evidence', batch(n)));
        const waiting = (): Upload[] => uploads.filter(({ answer }) => answer === '');
        try {
          await until(() => waiting().length * size <= roomBytes);
          const refused = uploads.filter((upload) => !waiting().includes(upload));
          await until(() => refused.every(({ answer }) => answer.endsWith('}')));
          for (const { answer } of refused) {
            expect(answer).toMatch(/^HTTP\/1\.1 503 /);
            expect(answer).toMatch(/^retry-after: 1\r$/m);
          }
          // What a collection frees of buffers may be counted a while longer.
          await until(
            async () => (await memory()).arrayBuffers < before.arrayBuffers + roomBytes + 16 * mebibyte,
          );
          const fitting = waiting();
          expect(fitting.length).toBeGreaterThan(0);
          for (const { socket } of fitting) socket.write(']');
          await until(() => waiting().length === 0);
          for (const { answer } of fitting) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
        } finally {
          for (const { socket } of uploads) socket.destroy();
        }
      }),
    ));

  it('asks to come again while its database stands still, and stores what it took once', () =>
    withDatabase((database) =>
      withMeasuredService({ DATABASE_URL: database.url }, async ({ url, memory }) => {
        const { get, post } = clientOf(url);
        expect((await post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
        const size = Buffer.byteLength(batch(0));
        const fit = Math.floor(roomBytes / size);
        const answers: Sent[] = [];
        const send = async (n: number): Promise<void> => {
          const { status, headers } = await post('/v1/evidence', batch(n));
          answers.push({ n, status, retryAfter: headers.get('retry-after') });
        };
        const before = await memory();
        const sending = await whileLocked(database, async () => {
          const all = Array.from({ length: batches }, (_, n) => send(n));
          await until(() => answers.length >= batches - fit);
          const within = await memory();
          expect(within.heapUsed + within.arrayBuffers).toBeLessThan(
            before.heapUsed + before.arrayBuffers + roomBytes + slackBytes,
          );
          expect(answers.every(({ status, retryAfter }) => status === 503 && retryAfter === '1')).toBe(true);
          expect((await get('/v1/sessions/session-1')).status).toBe(200);
          return all;
        });
        await Promise.all(sending);
        const taken = answers.filter(({ status }) => status === 200);
        expect(taken.length).toBeGreaterThan(0);
        expect(taken.length).toBeLessThanOrEqual(fit);
        for (let refused = answers.splice(0); refused.length > 0;) {
          const again = refused.filter(({ status }) => status !== 200).map(({ n }) => n);
          await Promise.all(again.slice(0, fit).map(send));
          refused = [
            ...answers.splice(0),
            ...again.slice(fit).map((n) => ({ n, status: 503, retryAfter: null })),
          ];
        }
        const { rows } = await database.ownerPool.query(
          `select count(*)::integer as stored, count(distinct event_id)::integer as distinct from es_events where type = 'server-delivered'`,
        );
        expect(rows).toEqual([{ stored: batches * eventsOfEach, distinct: batches * eventsOfEach }]);
      }),
    ));
});
