import { setTimeout as pause } from 'node:timers/promises';
import type { LogEvent } from '@mcp-witness/event-log';
import { brokenLinks } from '@mcp-witness/event-log/testing';
import { expect } from '@jest/globals';
import { decodeIdentity } from '../../../src/log/evidence-codec.ts';
import { isAttemptStream } from '../../../src/log/streams.ts';
import type { TestDatabase } from '../../support/database.ts';
import { readLogs } from '../read-logs.ts';
import { faultsOf } from './live-faults.ts';
import { consumeAll, followAll, type Reader } from './readers.ts';
import { differences, readModels, rebuild } from './read-models.ts';
import { type ServicePair, withServicePair } from './service-pair.ts';
import { verified } from './verified.ts';
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

interface Stored {
  readonly position: string;
  readonly attempt: string;
  readonly event_id: string;
  readonly type: string;
  readonly session: string;
}

const storedIn = (log: readonly LogEvent[]): readonly Stored[] =>
  log
    .filter(({ stream }) => isAttemptStream(stream))
    .map(({ id, type, position, stream, meta }) => ({
      position,
      attempt: stream.slice('attempt-'.length),
      event_id: id,
      type,
      session: decodeIdentity(meta).session_id,
    }));

const lineOf = ({ position, attempt, event_id }: Stored): string => `${position} ${attempt} ${event_id}`;

interface Readers {
  readonly all: readonly Reader[];
  readonly one: Reader;
}

/** Everyone has been brought to the end of what was stored. */
const isHeard = (stored: readonly Stored[], readers: Readers, watchers: readonly Watcher[]): boolean => {
  const ofOne = stored.filter((event) => event.session === sessions[0]);
  const ends = new Map(stored.map((event) => [event.session, event.position]));
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
  const { readers, watchers, audit } = await withServicePair(url, async (pair) => {
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
      const rows = storedIn((await readLogs(url, ownerPool)).opened);
      await until(() => isHeard(rows, readers, watchers), 'everyone heard of everything');
      return { readers, watchers, audit: await verified(pair.url) };
    } finally {
      written.stop.abort();
      for (const watcher of watchers) watcher.stop();
      await Promise.allSettled([...writing, ...[...readers.all, readers.one].map((one) => one.stop())]);
    }
  });
  for (const reader of [...readers.all, readers.one]) await reader.stop();

  const { sealed, opened } = await readLogs(url, ownerPool);
  const rows = storedIn(opened);
  expectStoredOnce(written, rows);
  for (const { handled } of readers.all) expect(handled).toEqual(rows.map(lineOf));
  expect(readers.one.handled).toEqual(rows.filter((row) => row.session === sessions[0]).map(lineOf));
  expect([...readers.all, readers.one].flatMap(({ faults }) => faults)).toEqual([]);

  expect(brokenLinks(sealed)).toEqual([]);
  expect(audit.events).toBe(sealed.length);
  expect(audit.lastBlock).toMatchObject({
    number: audit.blocks,
    last_position: sealed.at(-1)?.position,
  });
  expect(sealed.map(({ position }) => position)).toEqual(sealed.map((_, index) => String(index + 1)));
  expect(watchers.flatMap((watcher) => faultsOf(watcher, opened))).toEqual([]);
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
