import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import type { LogEvent } from '@mcp-witness/event-log';
import { brokenLinks } from '@mcp-witness/event-log/testing';
import { withListener } from '../../libs/executor/test/fronts/support/listen.ts';
import { notesServers } from '../../libs/executor/test/fronts/support/notes-http.ts';
import { withService } from '../support/service.ts';
import { type ExecutorProcess, runIdleExecutor, startBusyExecutor } from './executor/executor-process.ts';
import { keyOf, spooledEvents } from './executor/spooled.ts';
import { startWeather, type WeatherProxy, weathers } from './executor/weather.ts';
import { extent } from './extent.ts';
import { readLogs } from './read-logs.ts';

jest.setTimeout(extent(300_000, 3_600_000));

const kills = extent(10, 200);
/** Executors that live at the same time, and share the place of their spools. */
const lanes = 2;
const longestLifeMs = 1_500;
const drainMs = extent(120_000, 900_000);

const notes = fileURLToPath(
  new URL('../../libs/executor/test/fronts/support/notes-server.mjs', import.meta.url),
);
const work = [
  { name: 'witness', tool: 'session_mcp_report', era: 'legacy' },
  { name: 'witness', tool: 'session_mcp_report', era: 'modern' },
  { name: 'notes', tool: 'count', era: 'legacy' },
  { name: 'web', tool: 'count', era: 'modern' },
];

const profileOf = (url: string): object => ({
  version: 1,
  servers: [
    { name: 'notes', type: 'stdio', command: process.execPath, args: [notes, '1'], observed: true },
    { name: 'web', type: 'http', url, observed: true },
  ],
});

interface Place {
  readonly directory: string;
  readonly profile: string;
  readonly proxy: WeatherProxy;
  /** Keys of the events that were on disk after some kill. */
  readonly acknowledged: Set<string>;
  /** Sessions whose agent has answered. */
  readonly opened: Set<string>;
  left: number;
}

const spoolOf = ({ directory }: Place): string => join(directory, 'spool');

const around = ({ directory, proxy }: Place): { stateDirectory: string; serviceUrl: string } => ({
  stateDirectory: directory,
  serviceUrl: proxy.url,
});

/** One life in five ends while it begins, one before anything was called. */
const killAt = async (executor: ExecutorProcess, turn: number): Promise<void> => {
  if (turn % 5 === 1) await executor.heard('"sessionId"');
  if (turn % 5 > 1) await executor.heard('test/worked');
  await pause(Math.random() * longestLifeMs);
};

async function liveAndDie(place: Place): Promise<void> {
  while (place.left > 0) {
    place.left -= 1;
    place.proxy.weather = weathers[place.left % weathers.length] ?? 'fair';
    const session = `session-${randomUUID()}`;
    const executor = startBusyExecutor({ ...around(place), profile: place.profile, session }, work);
    await killAt(executor, place.left);
    await executor.kill();
    for (const event of await spooledEvents(spoolOf(place)))
      place.acknowledged.add(keyOf(event.attachment_attempt_id, event.event_id));
    if (executor.isSessionOpen()) place.opened.add(session);
  }
}

async function drain(place: Place): Promise<void> {
  place.proxy.weather = 'fair';
  const deadline = Date.now() + drainMs;
  do {
    if (Date.now() > deadline) throw new Error('The spools were not sent in time.');
    await runIdleExecutor(around(place));
  } while ((await readdir(spoolOf(place))).length > 0);
}

interface Stored {
  readonly key: string;
  readonly type: string;
  readonly producer: string;
  readonly sequence: number;
}

interface StoredData {
  readonly attachment_attempt_id: string;
  readonly producer: { readonly id: string; readonly sequence: number };
  readonly data: { readonly session_id?: string };
}

const dataOf = ({ data }: LogEvent): StoredData => JSON.parse(data) as StoredData;

const storedOf = (event: LogEvent): Stored => {
  const { attachment_attempt_id: attempt, producer } = dataOf(event);
  const { id, type } = event;
  return {
    key: keyOf(attempt, id),
    type,
    producer: `${attempt} ${producer.id}`,
    sequence: producer.sequence,
  };
};

/** Producers whose events do not count from 1 without a gap: what was kept after a gap shows that something was lost. */
function withGaps(stored: readonly Stored[]): readonly string[] {
  const byProducer = new Map<string, Set<number>>();
  for (const { producer, sequence } of stored) {
    byProducer.set(producer, (byProducer.get(producer) ?? new Set()).add(sequence));
  }
  return [...byProducer].filter(([, seen]) => Math.max(...seen) !== seen.size).map(([producer]) => producer);
}

describe('executors that are killed at random moments, whatever the service does meanwhile', () => {
  it('have every event that reached their spool in the log, once, and no gap before it', () =>
    withService(async ({ url, database }) => {
      const directory = await mkdtemp(join(tmpdir(), 'witness-fault-'));
      const proxy = await startWeather(url);
      const web = notesServers['second SDK, both eras']?.() ?? { path: '', listener: () => undefined };
      const profile = join(directory, 'profile.json');
      const place: Place = {
        directory,
        profile,
        proxy,
        acknowledged: new Set(),
        opened: new Set(),
        left: kills,
      };
      try {
        await withListener(web.listener, async (origin) => {
          await writeFile(profile, JSON.stringify(profileOf(`${origin}${web.path}`)));
          await Promise.all(Array.from({ length: lanes }, () => liveAndDie(place)));
          await drain(place);
        });
      } finally {
        await proxy.close();
        await rm(directory, { recursive: true, force: true });
      }

      const { sealed, opened } = await readLogs(database.url, database.appPool);
      const ofAttempts = opened.filter(({ stream }) => stream.startsWith('attempt-'));
      const stored = ofAttempts.filter(({ type }) => type !== 'attempt-superseded').map(storedOf);
      const keys = new Set(stored.map(({ key }) => key));
      expect([...place.acknowledged].filter((key) => !keys.has(key))).toEqual([]);
      expect(stored).toHaveLength(keys.size);
      expect(withGaps(stored)).toEqual([]);
      expect(brokenLinks(sealed)).toEqual([]);
      expect(stored.filter(({ type }) => type === 'evidence-lost')).toEqual([]);

      const sessions = ofAttempts
        .filter(({ type }) => type === 'attempt-started')
        .map((event) => dataOf(event).data.session_id);
      expect([...place.opened].filter((session) => !sessions.includes(session))).toEqual([]);
      for (const type of ['tool-called', 'tools-listed', 'protocol-accepted'])
        expect(stored.map((one) => one.type)).toContain(type);
      console.info(
        `${kills} kills: ${place.acknowledged.size} events seen in spools, ${stored.length} in the log, ${place.opened.size} sessions open`,
      );
    }));
});
