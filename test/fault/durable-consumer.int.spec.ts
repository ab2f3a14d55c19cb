import { describe, expect, it, jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FeedEvent, followFeed } from '@mcp-witness/client';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { extent } from './extent.ts';

jest.setTimeout(extent(300_000, 1_200_000));

const root = fileURLToPath(new URL('../..', import.meta.url));
const patience = 120_000;

/** A consumer that can be killed. */
const startConsumer = (url: string, file: string): { kill(): Promise<void> } => {
  const program = join(root, 'test/fault/consumer.ts');
  const loader = ['--conditions=@mcp-witness/source', '--import', join(root, 'test/support/typescript.mjs')];
  const child = spawn(process.execPath, [...loader, program, url, 'kept', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** What consumers wrote; a line that a kill cut off was not handled to its end. */
const handledIn = async (file: string): Promise<readonly string[]> => {
  const text = await readFile(file, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
};

const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('What was waited for did not come.');
    await pause(50);
  }
};

interface World {
  /** Where the two services are now. */
  readonly services: ServiceProcess[];
  /** Nothing more is written. */
  readonly stop: AbortController;
  /** Nothing more is followed. */
  readonly end: AbortController;
}

const post = async (world: World, path: string, body: unknown): Promise<void> => {
  for (let turn = 0; ; turn += 1) {
    try {
      const service = world.services[turn % world.services.length];
      const { status } = await clientOf(service?.url ?? '').post(path, body);
      if (status < 300) return;
      if (status !== 503) throw new Error(`${path} answered ${status}`);
    } catch (error) {
      // What fetch throws is of another realm than the test.
      if ((error as Error).name !== 'TypeError') throw error;
    }
    await pause(20);
  }
};

/** The log grows for as long as the test does not stop it. */
const write = async (world: World, writer: number): Promise<void> => {
  const attempt = uuid(writer);
  await post(world, '/v1/attempts', attemptBody(attempt, { session_id: `session ${writer}` }));
  for (let n = 3; !world.stop.signal.aborted; n += 5) {
    await post(
      world,
      '/v1/evidence',
      Array.from({ length: 5 }, (_, k) => evidence(attempt, n + k)),
    );
    await pause(100);
  }
};

const restart = async (world: World, which: number, url: string): Promise<void> => {
  await world.services[which]?.end('SIGKILL');
  world.services[which] = await startServiceProcess({ DATABASE_URL: url });
};

const follow = async (world: World, seen: FeedEvent[]): Promise<void> => {
  while (!world.end.signal.aborted) {
    const after = seen.at(-1)?.global_position ?? '0';
    const url = world.services[seen.length % 2]?.url ?? '';
    const turn = new AbortController();
    try {
      // A lost service comes back elsewhere: the next turn asks for its new address.
      const onRetry = (): void => {
        turn.abort();
      };
      const end = AbortSignal.any([turn.signal, world.end.signal]);
      for await (const event of followFeed({ url, after, signal: end, onRetry })) seen.push(event);
    } catch (error) {
      if ((error as Error).name !== 'WitnessError') throw error;
    }
    await pause(100);
  }
};

const stored = `select position, substr(stream, 9) as attempt, event_id from es_events
  where stream like 'attempt-%' order by position`;

describe('a consumer that crashes and returns anywhere', () => {
  it('misses nothing of a log that keeps growing, over two services that are killed too', () =>
    withDatabase(async ({ url, ownerPool }) => {
      const folder = await mkdtemp(join(tmpdir(), 'witness-consumer-'));
      const file = join(folder, 'handled');
      await writeFile(file, '');
      const started = [0, 1].map(() => startServiceProcess({ DATABASE_URL: url }));
      const world: World = {
        services: await Promise.all(started),
        stop: new AbortController(),
        end: new AbortController(),
      };
      const writers = [1, 2, 3].map((writer) => write(world, writer));
      const seen: FeedEvent[] = [];
      const following = follow(world, seen);
      try {
        let consumer = startConsumer(world.services[0]?.url ?? '', file);
        for (let crash = 0; crash < extent(3, 60); crash += 1) {
          const before = (await handledIn(file)).length;
          await until(async () => (await handledIn(file)).length > before + Math.random() * 40);
          await consumer.kill();
          if (crash % 3 === 1) await restart(world, crash % 2, url);
          consumer = startConsumer(world.services[crash % 2]?.url ?? '', file);
        }
        const before = (await handledIn(file)).length;
        await until(async () => (await handledIn(file)).length > before);
        world.stop.abort();
        await Promise.all(writers);
        const { rowCount } = await ownerPool.query(stored);
        const written = rowCount ?? 0;
        await until(async () => new Set(await handledIn(file)).size >= written && seen.length >= written);
        await consumer.kill();
      } finally {
        world.stop.abort();
        world.end.abort();
        await Promise.allSettled([...writers, following]);
        await Promise.all(world.services.map((service) => service.end('SIGTERM')));
      }
      await following;

      const { rows } = await ownerPool.query<{ position: string; attempt: string; event_id: string }>(stored);
      const expected = rows.map(({ position, attempt, event_id }) => `${position} ${attempt} ${event_id}`);
      expect([...new Set(await handledIn(file))]).toEqual(expected);
      const followed = seen.map(
        ({ global_position, attachment_attempt_id, event_id }) =>
          `${global_position} ${attachment_attempt_id} ${event_id}`,
      );
      expect(followed).toEqual(expected);
      await rm(folder, { recursive: true });
    }));
});
