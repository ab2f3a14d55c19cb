import { describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { extent } from './extent.ts';

jest.setTimeout(extent(300_000, 900_000));

/** What writers were told, and where they find the service now. */
interface Shared {
  url: string;
  readonly stop: AbortController;
  readonly attempts: Set<string>;
  /** `<attempt> <event id>` of all that was acknowledged. */
  readonly events: Set<string>;
}

let made = 0;
const freshId = (): string => {
  made += 1;
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${made.toString(16).padStart(3, '0').slice(-3)}-8${randomUUID().slice(20)}`;
};

/** Posts until it is answered: the same content again, as a client does that does not know what became of it. */
const insist = async (shared: Shared, path: string, body: unknown): Promise<unknown> => {
  for (;;) {
    try {
      const answer = await clientOf(shared.url).post(path, body);
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503)
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      // What fetch throws is of another realm than the test.
      if ((error as Error).name !== 'TypeError') throw error;
    }
    await pause(20);
  }
};

const writeSession = async (shared: Shared): Promise<void> => {
  const session_id = `session ${freshId()}`;
  while (!shared.stop.signal.aborted) {
    const attempt = freshId();
    await insist(shared, '/v1/attempts', attemptBody(attempt, { session_id }));
    shared.attempts.add(attempt);
    for (let batch = 0; batch < 4; batch += 1) {
      const events = Array.from({ length: 10 }, (_, n) => ({
        ...evidence(attempt, 3 + batch * 10 + n),
        event_id: freshId(),
      }));
      const receipt = await insist(shared, '/v1/evidence', events);
      expect(receipt).toMatchObject({ rejected: [] });
      for (const { event_id } of events) shared.events.add(`${attempt} ${event_id}`);
    }
  }
};

/** Fails at once when one of the writers does. */
const until = async (condition: () => boolean, writers: readonly Promise<void>[]): Promise<void> => {
  const failed = Promise.all(writers);
  while (!condition()) await Promise.race([pause(10), failed]);
};

describe('the service when it is killed', () => {
  it('has lost and doubled nothing that it acknowledged, and left one attempt of each session current', () =>
    withDatabase(async ({ url, ownerPool }) => {
      const environment = { DATABASE_URL: url };
      let service: ServiceProcess = await startServiceProcess(environment);
      const stop = new AbortController();
      const shared: Shared = { url: service.url, stop, attempts: new Set(), events: new Set() };
      const sessions = Array.from({ length: 4 }, () => writeSession(shared));
      try {
        for (let kill = 0; kill < extent(1, 5); kill += 1) {
          const before = shared.events.size;
          await until(() => shared.events.size >= before + 100, sessions);
          await service.end('SIGKILL');
          service = await startServiceProcess(environment);
          shared.url = service.url;
          const killed = shared.events.size;
          await until(() => shared.events.size >= killed + 100, sessions);
        }
      } finally {
        stop.abort();
        await Promise.allSettled(sessions);
        await service.end('SIGTERM');
      }
      await Promise.all(sessions);

      const { rows } = await ownerPool.query<{
        stream: string;
        event_id: string;
        type: string;
        key_id: string;
      }>(
        `select stream, event_id, type, key_id from es_events where stream like 'attempt-%' order by position`,
      );
      const stored = rows.map(({ stream, event_id }) => `${stream.slice('attempt-'.length)} ${event_id}`);
      const known = new Set(stored);
      expect(stored).toHaveLength(known.size);
      expect([...shared.events].filter((event) => !known.has(event))).toEqual([]);

      const started = rows.filter(({ type }) => type === 'attempt-started');
      expect(new Set(started.map(({ stream }) => stream)).size).toBe(started.length);
      const superseded = new Set(
        rows.filter(({ type }) => type === 'attempt-superseded').map(({ stream }) => stream),
      );
      // One key a session: what is sealed tells the session by nothing else.
      const current = started.filter(({ stream }) => !superseded.has(stream)).map(({ key_id }) => key_id);
      expect(new Set(current).size).toBe(current.length);
      expect(current).toHaveLength(4);
      const head = await ownerPool.query<{ gapless: boolean }>(
        'select (select position from es_head) = (select count(*) from es_events) as gapless',
      );
      expect(head.rows).toEqual([{ gapless: true }]);
    }));
});
