import { setTimeout as pause } from 'node:timers/promises';
import { brokenLinks } from '@mcp-witness/event-log/testing';
import { expect } from '@jest/globals';
import { sealedLogOver } from '../../../src/log/open-sealed-log.ts';
import type { TestDatabase } from '../../support/database.ts';
import { everything } from '../everything.ts';
import { withOpenLog } from '../open-log.ts';
import { faultsOf } from './live-faults.ts';
import { consumeAll, followAll, type Reader } from './readers.ts';
import { differences, readModels, rebuild } from './read-models.ts';
import { type ServicePair, withServicePair } from './service-pair.ts';
import { type Watcher, watch } from './watcher.ts';
import { nothingWritten, writeSession, type Written } from './writers.ts';

const sessions = ['one', 'two', 'three', 'four'];
const patience = 120_000;

/** Two services under load, and everyone who listens to them. */
export interface UnderLoad {
  readonly pair: ServicePair;
  readonly written: Written;
  readonly watchers: readonly Watcher[];
  /** Waits, and fails at once when a writer does. */
  readonly until: (condition: () => boolean) => Promise<void>;
}

const until = async (condition: () => Promise<boolean> | boolean, what: string): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not come to be that ${what}.`);
    await pause(20);
  }
};

const storedSql = `select position, substr(stream, 9) as attempt, event_id, type, meta from es_events
  where stream like 'attempt-%' order by position`;

interface Stored {
  readonly position: string;
  readonly attempt: string;
  readonly event_id: string;
  readonly type: string;
  readonly meta: string;
}

const sessionOf = ({ meta }: Stored): string => (JSON.parse(meta) as { session_id: string }).session_id;
const lineOf = ({ position, attempt, event_id }: Stored): string => `${position} ${attempt} ${event_id}`;

interface Readers {
  readonly all: readonly Reader[];
  readonly one: Reader;
}

/** Everyone has been brought to the end of what was stored. */
const isHeard = (stored: readonly Stored[], readers: Readers, watchers: readonly Watcher[]): boolean => {
  const ofOne = stored.filter((event) => sessionOf(event) === sessions[0]);
  const ends = new Map(stored.map((event) => [sessionOf(event), event.position]));
  return (
    readers.all.every(({ handled }) => handled.length >= stored.length) &&
    readers.one.handled.length >= ofOne.length &&
    watchers.every(({ states, sessionId }) => states.at(-1)?.history.position === ends.get(sessionId))
  );
};

/**
 * Lets four writers, durable consumers, a follower of the feed and two live sockets a session work while `disturb` does
 * what it does; lets all of them come to the end, and holds what they have against the log.
 */
export async function holdUnderLoad(
  { url, ownerPool }: TestDatabase,
  disturb: (load: UnderLoad) => Promise<void>,
): Promise<Written> {
  const written = nothingWritten();
  const stored = async (): Promise<Stored[]> => (await ownerPool.query<Stored>(storedSql)).rows;
  const { readers, watchers } = await withServicePair(url, async (pair) => {
    const readers: Readers = {
      all: [consumeAll(pair.url, 'all'), followAll(pair.url)],
      one: consumeAll(pair.url, 'one', { session_id: [sessions[0]!] }),
    };
    const writing = sessions.map((session) => writeSession(pair.url, written, session));
    const failed = Promise.all(writing);
    failed.catch(() => undefined);
    const watchers = [...sessions, ...sessions].map((session) => watch(pair.url, session));
    try {
      await disturb({
        pair,
        written,
        watchers,
        until: (condition) =>
          until(async () => {
            await Promise.race([pause(1), failed]);
            return condition();
          }, 'the services went on'),
      });
      written.stop.abort();
      await failed;
      const rows = await stored();
      await until(() => isHeard(rows, readers, watchers), 'everyone heard of everything');
      return { readers, watchers };
    } finally {
      written.stop.abort();
      for (const watcher of watchers) watcher.stop();
      await Promise.allSettled([...writing, ...[...readers.all, readers.one].map((one) => one.stop())]);
    }
  });
  for (const reader of [...readers.all, readers.one]) await reader.stop();

  const rows = await stored();
  expectStoredOnce(written, rows);
  for (const { handled } of readers.all) expect(handled).toEqual(rows.map(lineOf));
  expect(readers.one.handled).toEqual(rows.filter((row) => sessionOf(row) === sessions[0]).map(lineOf));
  expect([...readers.all, readers.one].flatMap(({ faults }) => faults)).toEqual([]);

  const { stored: sealed, log } = await withOpenLog(url, async (opened) => {
    const logs = sealedLogOver(opened, ownerPool, null);
    return { stored: await everything(logs.stored), log: await everything(logs.log) };
  });
  expect(brokenLinks(sealed)).toEqual([]);
  expect(sealed.map(({ position }) => position)).toEqual(sealed.map((_, index) => String(index + 1)));
  expect(watchers.flatMap((watcher) => faultsOf(watcher, log))).toEqual([]);
  expect(watchers.flatMap(({ remarks }) => remarks).filter((remark) => remark.startsWith('resync'))).toEqual(
    [],
  );

  const live = await readModels(ownerPool);
  await rebuild(url);
  expect(differences(live, await readModels(ownerPool))).toEqual([]);
  expect(live.get('session_status')).toHaveLength(sessions.length);
  return written;
}

function expectStoredOnce(written: Written, rows: readonly Stored[]): void {
  const stored = rows.map(({ attempt, event_id }) => `${attempt} ${event_id}`);
  const known = new Set(stored);
  expect(stored).toHaveLength(known.size);
  expect([...written.events].filter((event) => !known.has(event))).toEqual([]);
  const started = rows.filter(({ type }) => type === 'attempt-started').map(({ attempt }) => attempt);
  expect([...written.attempts].filter((attempt) => !started.includes(attempt))).toEqual([]);
  const superseded = rows.filter(({ type }) => type === 'attempt-superseded').map(({ attempt }) => attempt);
  expect(new Set(superseded).size).toBe(superseded.length);
  expect(started.length - superseded.length).toBe(sessions.length);
}
