import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Fronts, startFronts } from '../../src/fronts/index.ts';
import type { HttpEntry, StdioEntry } from '../../src/fronts/fronts.ts';
import { type Fact, seen as seenByRelay } from '../../src/journal/fact.ts';
import { createHttpSink } from '../../src/sender/http-sink.ts';
import type { EvidenceSink } from '../../src/sender/sink.ts';
import { openFileStore } from '../../src/spool/file-store.ts';
import { withDirectory } from '../directory.ts';
import { startFakeService } from '../fake-service.ts';
import { withListener } from '../fronts/support/listen.ts';
import { ofType, until } from '../run.ts';
import { startHeldService } from './held-service.ts';
import { type Recording, startRecording } from './recording.ts';
import { calls, overHttp, overStdio, plainEntry, plainListener } from './traffic.ts';

const attempt = '018f0000-0000-7000-8000-000000000001';
/** Over each of the two servers: acceptance, list, calls, and over stdio the close. */
const facts = 2 * (2 + calls) + 1;

type OnEvidence = (attempt_id: string, fact: Fact) => void;

/** Both servers with and without a front give a client the same bytes, and `seen` comes to count all facts. */
async function compare(onEvidence: OnEvidence, seen: () => number): Promise<void> {
  await withListener(plainListener, async (origin) => {
    const direct: HttpEntry = { type: 'http', name: 'web', url: `${origin}/mcp`, headers: [] };
    const fronts: Fronts = await startFronts({ onEvidence });
    try {
      const piped = fronts.add(attempt, plainEntry) as StdioEntry;
      const web = fronts.add(attempt, direct) as HttpEntry;
      expect(piped.args).not.toEqual(plainEntry.args);
      expect(web.url).not.toBe(direct.url);
      expect(await overStdio(piped)).toBe(await overStdio(plainEntry));
      expect(await overHttp(web)).toEqual(await overHttp(direct));
      await until('all evidence', () => (seen() >= facts ? true : undefined));
    } finally {
      await fronts.close();
    }
  });
}

const idsIn = (events: readonly EvidenceEvent[]): Set<string> =>
  new Set(events.map((event) => event.event_id));

/** The same with a journal that is told; answers with how many facts there were, the opening of the attempt included. */
async function compareRecorded({ journal }: Recording): Promise<number> {
  let seen = 0;
  const opening = seenByRelay('attempt-started', { session_id: 'session', entry: 'session/new' });
  await journal.relay.open(attempt, [opening], []);
  const note: OnEvidence = (id, fact) => {
    seen += 1;
    journal.front.note(id, [fact]);
  };
  await compare(note, () => seen);
  return seen + 1;
}

describe('what an agent gets of its servers is the same byte for byte', () => {
  it.each(['away', 500, 503, 401, 'hangs'] as const)('when the service is or answers %s', async (fault) => {
    const service = await startFakeService();
    if (fault === 'hangs') service.behaviour = 'hangs';
    else if (fault !== 'away') service.behaviour = { status: fault };
    const url = fault === 'away' ? 'http://127.0.0.1:9' : service.url;
    await withDirectory(async (directory) => {
      const file = await openFileStore(join(directory, 'spool'));
      const recording = startRecording({ sink: createHttpSink({ url, apiKey: null }), file });
      await compareRecorded(recording);
      expect(service.events).toEqual([]);
      expect((await recording.spool.next())?.events.length).toBeGreaterThanOrEqual(facts);
      if (fault === 'hangs') await service.close();
      await recording.finish();
      await service.close();
    });
  });

  it('when the service answers only after all is over, and then it has everything once', async () => {
    const service = await startHeldService();
    await withDirectory(async (directory) => {
      const file = await openFileStore(join(directory, 'spool'));
      const recording = startRecording({ sink: createHttpSink({ url: service.url, apiKey: null }), file });
      const seen = await compareRecorded(recording);
      expect(service.isHeld).toBe(true);
      service.letGo();
      await recording.finish();
      expect(service.events).toHaveLength(seen);
      expect(idsIn(service.events).size).toBe(seen);
      expect(ofType(service.events, 'tool-called')).toHaveLength(2 * calls);
    });
    await service.close();
  });

  it('when whoever is told of evidence throws', async () => {
    let told = 0;
    const note = (): never => {
      told += 1;
      throw new Error('no evidence, please');
    };
    await compare(note, () => told);
    expect(told).toBeGreaterThanOrEqual(facts);
  });

  it('when what sends evidence throws, and it is tried again', async () => {
    const service = await startFakeService();
    const sink = createHttpSink({ url: service.url, apiKey: null });
    let tries = 0;
    const throwing: EvidenceSink = {
      postEvidence(sent, signal) {
        tries += 1;
        if (tries < 3) throw new Error('not today');
        return sink.postEvidence(sent, signal);
      },
    };
    await withDirectory(async (directory) => {
      const recording = startRecording({
        sink: throwing,
        file: await openFileStore(join(directory, 'spool')),
      });
      const seen = await compareRecorded(recording);
      await until('all of it', () => (service.events.length === seen ? true : undefined));
      await recording.finish();
      expect(idsIn(service.events).size).toBe(seen);
    });
    await service.close();
  });

  it('when there is no room for evidence, and what was dropped is counted', async () => {
    const service = await startHeldService();
    await withDirectory(async (directory) => {
      const recording = startRecording({
        sink: createHttpSink({ url: service.url, apiKey: null }),
        file: await openFileStore(join(directory, 'spool')),
        limits: { fileBytes: 4_000, memoryBytes: 4_000, reserveBytes: 0 },
      });
      const seen = await compareRecorded(recording);
      expect(recording.spool.lost).toBeGreaterThan(0);
      service.letGo();
      await recording.finish();
      const lost = ofType(service.events, 'evidence-lost');
      const count = lost.reduce((sum, { data }) => sum + data.count, 0);
      expect(service.events.length - lost.length + count).toBe(seen);
      expect(recording.spool.lost).toBe(0);
    });
    await service.close();
  });

  it('when the disk is full, and evidence waits in memory', async () => {
    const service = await startFakeService();
    const recording = startRecording({
      sink: createHttpSink({ url: service.url, apiKey: null }),
      file: await openFileStore('/dev/full'),
    });
    const seen = await compareRecorded(recording);
    await recording.finish();
    expect(recording.spool.onDisk).toBe(false);
    expect(service.events).toHaveLength(seen);
    expect(idsIn(service.events).size).toBe(seen);
    await service.close();
  });
});
