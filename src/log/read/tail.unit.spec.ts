import { describe, expect, it } from '@jest/globals';
import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import { appendEvidence } from '../../../test/support/log-events.ts';
import { createTail, type Tail } from './tail.ts';

const forever = (): AbortSignal => new AbortController().signal;
const long = 30_000;

/** Follows like a stream does, until it has seen so many events. */
const readAll = async (tail: Tail, count: number): Promise<readonly LogEvent[]> => {
  const leave = tail.join();
  const seen: LogEvent[] = [];
  while (seen.length < count) {
    const { version } = tail;
    const page = await tail.read(seen.at(-1)?.position ?? Position.start, 3);
    seen.push(...page);
    if (page.length === 0) await tail.wait(version, long, forever());
  }
  leave();
  return seen;
};

describe('the tail of the log', () => {
  it('gives every reader every event once in order, whether it comes from memory or from the log', async () => {
    const log = memoryEventLog();
    await appendEvidence(
      log,
      Array.from({ length: 10 }, () => ({ session: 's' })),
    );
    const tail = createTail(log);
    const readers = Array.from({ length: 5 }, () => readAll(tail, 40));
    for (let n = 0; n < 30; n += 1) await appendEvidence(log, [{ session: 's' }]);
    const all = await log.readAll({ after: Position.start });
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
    tail.close();
    await log.close();
  });

  it('reads a new event from the engine once, however many wait for it', async () => {
    const log = memoryEventLog();
    let reads = 0;
    const counting: EventLog = {
      ...log,
      readAll: (read) => {
        reads += 1;
        return log.readAll(read);
      },
    };
    const tail = createTail(counting);
    const leave = tail.join();
    await tail.wait(0, long, forever());
    const before = reads;
    const readers = Array.from({ length: 50 }, async () => {
      const { version } = tail;
      await tail.wait(version, long, forever());
      return tail.read(Position.start, 10);
    });
    await appendEvidence(log, [{ session: 's' }]);
    for (const page of await Promise.all(readers)) expect(page).toHaveLength(1);
    expect(reads).toBe(before);
    leave();
    tail.close();
    await log.close();
  });

  it('goes on after the log could not be followed for a while', async () => {
    const log = memoryEventLog();
    let failures = 2;
    const failing: EventLog = {
      ...log,
      head: () => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('away')) : log.head();
      },
    };
    const tail = createTail(failing);
    const reading = readAll(tail, 3);
    await appendEvidence(log, [{ session: 'a' }, { session: 'b' }, { session: 'c' }]);
    expect(await reading).toHaveLength(3);
    tail.close();
    await log.close();
  });

  it('lets nobody wait once it is closed', async () => {
    const log = memoryEventLog();
    const tail = createTail(log);
    tail.join();
    const waiting = tail.wait(tail.version, long, forever());
    tail.close();
    await waiting;
    await tail.wait(tail.version, long, forever());
    expect(await tail.read(Position.start, 1)).toEqual([]);
    await log.close();
  });
});
