import { describe, expect, it } from '@jest/globals';
import type { EventLog, LogEvent } from '../port.ts';
import { Position } from '../position.ts';
import type { WithLog } from './with-log.ts';
import { sampleAppend, sampleEvents } from './samples.ts';

/** Follows `log` until `count` events came. */
async function collect(
  log: EventLog,
  after: Position,
  count: number,
  pageSize?: number,
): Promise<LogEvent[]> {
  const end = new AbortController();
  const events: LogEvent[] = [];
  const paging = pageSize === undefined ? {} : { pageSize };
  for await (const page of log.subscribe({ after, signal: end.signal, ...paging })) {
    events.push(...page);
    if (events.length >= count) end.abort();
  }
  return events;
}

export function describeSubscribing(withLog: WithLog): void {
  describe('subscribe', () => {
    it('brings what is there, then what comes, each event once and in order', () =>
      withLog(async (log) => {
        for (let index = 0; index < 5; index += 1)
          await log.append(sampleAppend({ events: sampleEvents(3) }));
        const followers = [1, 3, 1_000].map((pageSize) => collect(log, Position.start, 45, pageSize));
        for (let index = 0; index < 10; index += 1)
          await log.append(sampleAppend({ events: sampleEvents(3) }));
        const all = await log.readAll({ after: Position.start });
        expect(all).toHaveLength(45);
        for (const events of await Promise.all(followers)) expect(events).toEqual(all);
      }));

    it('begins after the position it is given', () =>
      withLog(async (log) => {
        await log.append(sampleAppend({ events: sampleEvents(4) }));
        const after = await log.head();
        const following = collect(log, after, 2);
        await log.append(sampleAppend({ events: sampleEvents(2) }));
        expect(await following).toEqual(await log.readAll({ after }));
      }));

    it('gives no page larger than asked for', () =>
      withLog(async (log) => {
        await log.append(sampleAppend({ events: sampleEvents(10) }));
        const end = new AbortController();
        const sizes: number[] = [];
        for await (const page of log.subscribe({ after: Position.start, signal: end.signal, pageSize: 4 })) {
          sizes.push(page.length);
          if (sizes.length === 3) end.abort();
        }
        expect(sizes).toEqual([4, 4, 2]);
      }));

    it('ends without a fault when aborted, before or while it waits', () =>
      withLog(async (log) => {
        const iterate = (signal: AbortSignal): AsyncIterator<readonly LogEvent[]> =>
          log.subscribe({ after: Position.start, signal })[Symbol.asyncIterator]();
        const done = { done: true, value: undefined };
        expect(await iterate(AbortSignal.abort()).next()).toEqual(done);
        const end = new AbortController();
        const waiting = iterate(end.signal).next();
        end.abort();
        expect(await waiting).toEqual(done);
      }));

    it('ends as closed when the log is closed', () =>
      withLog(async (log) => {
        const { signal } = new AbortController();
        const pages = log.subscribe({ after: Position.start, signal })[Symbol.asyncIterator]();
        const outcome = pages.next().catch((error: unknown) => error);
        await log.close();
        expect(await outcome).toMatchObject({ name: 'LogFault', code: 'closed' });
      }));
  });
}
