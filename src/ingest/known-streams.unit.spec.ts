import { describe, expect, it } from '@jest/globals';
import { type EventLog } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import { parseAttempt, parseEvent } from '@mcp-witness/evidence';
import { attemptBody, evidence, uuid } from '../../test/support/evidence.ts';
import { prepare } from './arrival.ts';
import { type AttemptKey, type KnownLimits } from './known-streams.ts';
import { type Prepared } from './prepared.ts';
import { createWriter, type Verdict, type Writer } from './writer.ts';

const attempts = Array.from({ length: 5 }, (_, n) => uuid(n + 1));
const eventsOfEach = 30;
const keyOf = (attempt: string): AttemptKey => ({ tenant_id: 'default', attachment_attempt_id: attempt });

const eventOf = (attempt: string, n: number, channel = 'acp'): Prepared => {
  const data = { server_name: 'hub', channel, transport: 'http' };
  const parsed = parseEvent(evidence(attempt, n, { data }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return prepare(parsed.event);
};

const open = async (writer: Writer, attempt: string): Promise<void> => {
  const parsed = parseAttempt(attemptBody(attempt, { session_id: attempt }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const [start, ...servers] = parsed.events;
  await writer.open(keyOf(attempt), [prepare(start), ...servers.map(prepare)]);
};

const write = async (
  writer: Writer,
  attempt: string,
  events: readonly Prepared[],
): Promise<readonly Verdict[]> => (await writer.write(keyOf(attempt), events)).verdicts;

interface Written {
  readonly writer: Writer;
  readonly log: EventLog;
  /** Streams that were read so far. */
  readonly reads: () => number;
}

/** Attempts that are written in turns, by a writer that may know so much of them. */
const written = async (limits: KnownLimits): Promise<Written> => {
  const log = memoryEventLog();
  let reads = 0;
  const counting: EventLog = {
    ...log,
    readStream: (options) => {
      reads += 1;
      return log.readStream(options);
    },
  };
  const writer = createWriter(counting, { put: () => Promise.resolve() }, limits);
  for (const attempt of attempts) await open(writer, attempt);
  const before = reads;
  for (let n = 0; n < eventsOfEach; n += 1)
    for (const attempt of attempts)
      expect(await write(writer, attempt, [eventOf(attempt, 10 + n)])).toEqual(['accepted']);
  return { writer, log, reads: () => reads - before };
};

describe('what ingest knows of streams', () => {
  it('is enough to take what is new without reading, though the content of little of it is known', async () => {
    const { reads } = await written({ whole: 8_000, condensed: 1_000_000 });
    expect(reads()).toBe(0);
  });

  it.each([
    ['everything', { whole: 1_000_000, condensed: 0 }],
    ['little', { whole: 8_000, condensed: 1_000_000 }],
    ['nothing of all but one', { whole: 0, condensed: 0 }],
  ])('tells what came before from what is new where it is %s', async (_, limits) => {
    const { writer, log } = await written(limits);
    for (const attempt of attempts) {
      const again = [eventOf(attempt, 10), eventOf(attempt, 11, 'config_file'), eventOf(attempt, 200)];
      expect(await write(writer, attempt, again)).toEqual(['duplicate', 'conflict', 'accepted']);
      const stream = await log.readStream({ tenant_id: 'default', stream: `attempt-${attempt}` });
      expect(new Set(stream.map(({ id }) => id)).size).toBe(stream.length);
    }
  });

  it('is not taken from who judges by it, while others need the room', async () => {
    const { writer } = await written({ whole: 0, condensed: 1_000_000 });
    const all = attempts.map((attempt) =>
      write(writer, attempt, [eventOf(attempt, 10), eventOf(attempt, 200)]),
    );
    expect(await Promise.all(all)).toEqual(attempts.map(() => ['duplicate', 'accepted']));
  });

  it('is read again for each stream in turn where there is no room for more than one', async () => {
    const { reads } = await written({ whole: 0, condensed: 0 });
    expect(reads()).toBeGreaterThanOrEqual(attempts.length * eventsOfEach);
  });
});
