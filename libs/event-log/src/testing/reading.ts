import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Position } from '../position.ts';
import type { WithLog } from './with-log.ts';
import { asSent, sampleAppend, sampleEvents } from './samples.ts';
import { brokenLinks } from './verify.ts';

const hostileNames = [
  "'; drop table es_events; --",
  '$all',
  '__proto__',
  'constructor',
  '%_\\',
  ' leading and trailing ',
  'caf\u00e9',
  'cafe\u0301',
  'A',
  'a',
  '{"a","b"}',
  '\u202eright to left',
  '𝄞'.repeat(128),
  'line\nbreak\ttab\u0001',
];

export function describeReading(withLog: WithLog): void {
  describe('read', () => {
    it('gives back every field exactly as it was sent', () =>
      withLog(async (log) => {
        const events = [
          ...sampleEvents(3),
          ...sampleEvents(1, { data: '', meta: '', key_id: 'key 1', schema_version: 0 }),
          ...sampleEvents(1, {
            data: '{ "spaced" : [1.0, 1e2],\r\n"twice":1,"twice":2 }',
            schema_version: 32_767,
          }),
          ...sampleEvents(1, { data: '\u0001\u200b\ufeff\uffff𝄞{}",\\"\\\\NULL' }),
        ];
        const sent = sampleAppend({ events });
        await log.append(sent);
        const found = await log.readStream(sent);
        expect(found.map(asSent)).toEqual(events);
        expect(found.map(({ stream_position }) => stream_position)).toEqual([0, 1, 2, 3, 4, 5]);
        for (const event of found) {
          expect(event).toMatchObject({
            tenant_id: sent.tenant_id,
            stream: sent.stream,
            append_id: sent.append_id,
          });
        }
      }));

    it('reads a stream from a place on, page by page, and nothing of a stream that does not exist', () =>
      withLog(async (log) => {
        const sent = sampleAppend({ events: sampleEvents(5) });
        await log.append(sent);
        const places = async (from: number, limit: number): Promise<readonly number[]> =>
          (await log.readStream({ ...sent, from, limit })).map(({ stream_position }) => stream_position);
        expect(await places(1, 2)).toEqual([1, 2]);
        expect(await places(3, 10)).toEqual([3, 4]);
        expect(await places(5, 10)).toEqual([]);
        expect(await log.readStream({ ...sent, stream: 'none' })).toEqual([]);
      }));

    it('reads the whole log in one order, in which every append stands together', () =>
      withLog(async (log) => {
        expect(await log.head()).toBe(Position.start);
        const sent = Array.from({ length: 20 }, () => sampleAppend({ events: sampleEvents(3) }));
        await Promise.all(sent.map((append) => log.append(append)));
        const all = await log.readAll({ after: Position.start });
        expect(all).toHaveLength(60);
        const ordered = [...all].sort((a, b) => Position.compare(a.position, b.position));
        expect(all.map(({ position }) => position)).toEqual(ordered.map(({ position }) => position));
        expect(all.map(({ stream_position }) => stream_position)).toEqual(sent.flatMap(() => [0, 1, 2]));
        expect(await log.head()).toBe(all.at(-1)?.position);
        const paged = [];
        for (let after = Position.start; ;) {
          const page = await log.readAll({ after, limit: 7 });
          if (page.length === 0) break;
          paged.push(...page);
          after = page.at(-1)!.position;
        }
        expect(paged).toEqual(all);
        const links = await log.readLinks({ after: all[6]!.position, limit: 50 });
        expect(links.map(({ position, hash }) => [position, hash])).toEqual(
          all.slice(7, 57).map(({ position, hash }) => [position, hash]),
        );
      }));

    it('finds nothing after the end, however far', () =>
      withLog(async (log) => {
        await log.append(sampleAppend());
        for (const after of [await log.head(), Position.parse('9'.repeat(39))!]) {
          expect(await log.readAll({ after })).toEqual([]);
          expect(await log.readLinks({ after })).toEqual([]);
        }
      }));

    it('records times in UTC with microseconds, that rise strictly within each stream', () =>
      withLog(async (log) => {
        const sent = Array.from({ length: 10 }, () =>
          sampleAppend({ expected: 'any', events: sampleEvents(4) }),
        );
        await Promise.all(
          sent
            .flatMap((append) => [append, { ...append, append_id: randomUUID() }])
            .map((append) => log.append(append)),
        );
        for (const append of sent) {
          const times = (await log.readStream(append)).map(({ recorded_at }) => recorded_at);
          expect(times).toHaveLength(8);
          for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
          expect(times).toEqual([...new Set(times)].sort());
        }
      }));

    it('records a later time for each append that waited for the one before, whatever their streams', () =>
      withLog(async (log) => {
        for (let index = 0; index < 20; index += 1) {
          await log.append(sampleAppend({ events: sampleEvents(2) }));
        }
        const times = (await log.readAll({ after: Position.start })).map(({ recorded_at }) => recorded_at);
        expect(times).toEqual([...new Set(times)].sort());
      }));

    it('chains every event to the one before it in its stream', () =>
      withLog(async (log) => {
        const first = sampleAppend({ events: sampleEvents(3, { key_id: 'k' }) });
        await log.append(first);
        await Promise.all([
          log.append(sampleAppend()),
          log.append({ ...first, append_id: randomUUID(), expected: 3 }),
        ]);
        await log.append(sampleAppend({ expected: 'any', events: sampleEvents(2) }));
        const all = await log.readAll({ after: Position.start });
        expect(all).toHaveLength(9);
        expect(brokenLinks(all)).toEqual([]);
      }));

    it('keeps tenants apart, and streams whatever they are called', () =>
      withLog(async (log) => {
        for (const [index, stream] of hostileNames.entries()) {
          for (const tenant_id of ['default', 'other']) {
            await log.append(
              sampleAppend({ tenant_id, stream, events: sampleEvents(1, { data: `${tenant_id} ${index}` }) }),
            );
          }
        }
        for (const [index, stream] of hostileNames.entries()) {
          const found = await log.readStream({ tenant_id: 'other', stream });
          expect(found.map(({ data }) => data)).toEqual([`other ${index}`]);
        }
        expect(await log.readStream({ tenant_id: 'third', stream: 'A' })).toEqual([]);
      }));

    it('finds nothing under a name that no stream can have', () =>
      withLog(async (log) => {
        await log.append(sampleAppend({ stream: '\ufffd' }));
        for (const stream of ['', '\0', '\ud800', 'x'.repeat(100_000)]) {
          expect(await log.readStream({ tenant_id: 'default', stream })).toEqual([]);
        }
      }));
  });
}
