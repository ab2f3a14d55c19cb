import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AppendResult } from '../port.ts';
import { Position } from '../position.ts';
import type { WithLog } from './with-log.ts';
import { sampleAppend, sampleEvents } from './samples.ts';

const appended = (stream_position: number): unknown =>
  expect.objectContaining({ outcome: 'appended', stream_position });

export function describeAppending(withLog: WithLog): void {
  describe('append', () => {
    it('answers where the first event landed in its stream and where the last landed in the log', () =>
      withLog(async (log) => {
        const first = sampleAppend({ events: sampleEvents(3) });
        const landed = await log.append(first);
        expect(landed).toEqual(appended(0));
        const events = await log.readStream(first);
        expect(landed).toHaveProperty('position', events[2]?.position);
        expect(await log.append({ ...first, append_id: randomUUID(), expected: 3 })).toEqual(appended(3));
      }));

    it('stores nothing when the stream has another length than expected, and tells its length', () =>
      withLog(async (log) => {
        const first = sampleAppend({ events: sampleEvents(2) });
        await log.append(first);
        for (const expected of [0, 1, 3, Number.MAX_SAFE_INTEGER]) {
          const late = { ...first, append_id: randomUUID(), expected };
          expect(await log.append(late)).toEqual({ outcome: 'conflict', length: 2 });
        }
        expect(await log.append(sampleAppend({ expected: 1 }))).toEqual({ outcome: 'conflict', length: 0 });
        expect(await log.readAll({ after: Position.start })).toHaveLength(2);
      }));

    it('appends wherever the stream ends when any length is expected', () =>
      withLog(async (log) => {
        const any = sampleAppend({ expected: 'any', events: sampleEvents(2) });
        expect(await log.append(any)).toEqual(appended(0));
        expect(await log.append({ ...any, append_id: randomUUID() })).toEqual(appended(2));
      }));

    it('lets one of many writers that expect the same length through', () =>
      withLog(async (log) => {
        const first = sampleAppend();
        const results = await Promise.all(
          Array.from({ length: 20 }, () => log.append({ ...first, append_id: randomUUID() })),
        );
        const count = (outcome: AppendResult['outcome']): number =>
          results.filter((result) => result.outcome === outcome).length;
        expect([count('appended'), count('conflict')]).toEqual([1, 19]);
      }));

    it.each([0, 'any'] as const)(
      'recognises a repeated append, whatever came after it (expected: %s)',
      (expected) =>
        withLog(async (log) => {
          const first = sampleAppend({ expected, events: sampleEvents(3) });
          const landed = await log.append(first);
          expect(await log.append(first)).toEqual({ ...landed, outcome: 'duplicate' });
          await log.append({ ...first, append_id: randomUUID(), expected: 3 });
          expect(await log.append({ ...first, append_id: first.append_id.toUpperCase() })).toEqual({
            ...landed,
            outcome: 'duplicate',
          });
          expect(await log.readStream(first)).toHaveLength(6);
        }),
    );

    it('stores an append once that is sent many times at once', () =>
      withLog(async (log) => {
        const first = sampleAppend({ expected: 'any', events: sampleEvents(2) });
        const results = await Promise.all(Array.from({ length: 10 }, () => log.append(first)));
        expect(results.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(9);
        expect(await log.readStream(first)).toHaveLength(2);
      }));

    it.each([0, 'any'] as const)('rejects a known append_id with other content (expected: %s)', (expected) =>
      withLog(async (log) => {
        const [one, two] = sampleEvents(2);
        const first = sampleAppend({ expected, events: [one!, two!] });
        await log.append(first);
        const others = [
          [one!],
          [one!, two!, { ...two!, id: 'three' }],
          [two!, one!],
          ...[
            { id: 'x' },
            { type: 'x' },
            { schema_version: 2 },
            { data: 'x' },
            { meta: 'x' },
            { key_id: 'x' },
          ].map((change) => [{ ...one!, ...change }, two!]),
        ];
        for (const events of others) {
          await expect(log.append({ ...first, events })).rejects.toMatchObject({ code: 'mismatch' });
        }
        expect(await log.readStream(first)).toHaveLength(2);
      }),
    );

    it('takes the same append_id for another stream and for another tenant', () =>
      withLog(async (log) => {
        const first = sampleAppend();
        await log.append(first);
        expect(await log.append({ ...first, stream: `${first.stream}-2` })).toEqual(appended(0));
        expect(await log.append({ ...first, tenant_id: 'other' })).toEqual(appended(0));
      }));

    it('keeps the order of appends to one stream that are sent without waiting', () =>
      withLog(async (log) => {
        const first = sampleAppend();
        const results = await Promise.all(
          Array.from({ length: 30 }, (_, expected) =>
            log.append({ ...first, append_id: randomUUID(), expected, events: sampleEvents(1) }),
          ),
        );
        expect(results.map(({ outcome }) => outcome)).toEqual(Array(30).fill('appended'));
      }));
  });
}
