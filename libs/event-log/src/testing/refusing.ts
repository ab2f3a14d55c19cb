import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isLogFault } from '../fault.ts';
import type { Append } from '../port.ts';
import { Position } from '../position.ts';
import type { WithLog } from './with-log.ts';
import { sampleAppend, sampleEvents } from './samples.ts';

const secret = 'hunter2-hunter2';

const poison: readonly (readonly [string, Partial<Append>])[] = [
  ['no events', { events: [] }],
  ['more than 1,000 events', { events: sampleEvents(1_001) }],
  ['an append_id that is no UUID', { append_id: secret }],
  ['an empty stream name', { stream: '' }],
  ['a stream name with a NUL', { stream: `${secret}\0` }],
  ['a stream name with a lone surrogate', { stream: `${secret}\ud800` }],
  ['a stream name that is too long', { stream: 'é'.repeat(257) }],
  ['an empty tenant', { tenant_id: '' }],
  ['a negative length expected', { expected: -1 }],
  ['a broken length expected', { expected: 0.5 }],
  ['data with a NUL', { events: sampleEvents(2, { data: `${secret}\0` }) }],
  ['data with a lone surrogate', { events: sampleEvents(2, { data: `${secret}\udc00 x` }) }],
  ['data that is too large', { events: sampleEvents(1, { data: 'é'.repeat(524_289) }) }],
  ['meta with a NUL', { events: sampleEvents(2, { meta: '\0' }) }],
  ['an empty type', { events: sampleEvents(1, { type: '' }) }],
  ['an empty id', { events: sampleEvents(1, { id: '' }) }],
  ['a schema_version that is too large', { events: sampleEvents(1, { schema_version: 32_768 }) }],
  ['events that are too large together', { events: sampleEvents(9, { data: 'x'.repeat(1_000_000) }) }],
];

export function describeRefusing(withLog: WithLog): void {
  describe('refuse', () => {
    it('refuses what it can never store, stores nothing of it, repeats nothing of it, and goes on', () =>
      withLog(async (log) => {
        for (const [what, overrides] of poison) {
          const [fault, good] = await Promise.all([
            log.append(sampleAppend(overrides)).catch((error: unknown) => error),
            log.append(sampleAppend()),
          ]);
          expect({ what, fault }).toMatchObject({ what, fault: { name: 'LogFault', code: 'refused' } });
          expect(String(fault)).not.toContain(secret);
          expect(good.outcome).toBe('appended');
        }
        expect(await log.readAll({ after: Position.start })).toHaveLength(poison.length);
      }));

    it('takes the largest append that is allowed', () =>
      withLog(async (log) => {
        const large = sampleAppend({
          stream: 's'.repeat(512),
          events: sampleEvents(8, { data: 'x'.repeat(1_000_000) }),
        });
        const many = sampleAppend({ events: sampleEvents(1_000) });
        expect(
          (await Promise.all([log.append(large), log.append(many)])).map(({ outcome }) => outcome),
        ).toEqual(['appended', 'appended']);
        expect(await log.readStream({ ...many, limit: 5_000 })).toHaveLength(1_000);
      }));

    it('is busy when too many appends wait, stores none of those, and takes more later', () =>
      withLog(
        async (log) => {
          const results = await Promise.all(
            Array.from({ length: 20 }, () => log.append(sampleAppend()).catch((error: unknown) => error)),
          );
          const faults = results.filter(isLogFault);
          expect(faults).toHaveLength(16);
          for (const fault of faults) expect(fault).toMatchObject({ code: 'busy', retryAfterSeconds: 1 });
          expect(await log.readAll({ after: Position.start })).toHaveLength(4);
          expect(await log.append(sampleAppend())).toMatchObject({ outcome: 'appended' });
        },
        { maxQueued: 4 },
      ));

    it('stores what waits when it is closed, and does nothing afterwards', () =>
      withLog(async (log) => {
        const first = sampleAppend();
        const waiting = [first, { ...first, append_id: randomUUID(), expected: 1 }, sampleAppend()].map(
          (append) => log.append(append),
        );
        await Promise.all([log.close(), log.close()]);
        expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('appended'));
        const closed = { name: 'LogFault', code: 'closed' };
        await expect(log.append(sampleAppend())).rejects.toMatchObject(closed);
        await expect(log.readStream(first)).rejects.toMatchObject(closed);
        await expect(log.readAll({ after: Position.start })).rejects.toMatchObject(closed);
        await expect(log.head()).rejects.toMatchObject(closed);
        const { signal } = new AbortController();
        const pages = log.subscribe({ after: Position.start, signal })[Symbol.asyncIterator]();
        await expect(pages.next()).rejects.toMatchObject(closed);
      }));
  });
}
