import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  createTransactionLog,
  kurrentdbDouble,
  type DoubleOptions,
  type KurrentdbDouble,
} from '../../../../test/support/kurrentdb/index.ts';
import type { LogEvent, OpenEventLog } from '../port.ts';
import { Position } from '../position.ts';
import { brokenLinks, describeEventLog, sampleAppend, sampleEvents } from '../testing/index.ts';
import { kurrentdbEventLog, type KurrentdbEventLogOptions } from './kurrentdb-event-log.ts';

type Options = Omit<KurrentdbEventLogOptions, 'connectionString'>;
type Use = (log: OpenEventLog, double: KurrentdbDouble) => Promise<void>;

const withDouble = async (
  use: (double: KurrentdbDouble) => Promise<void>,
  options: DoubleOptions = {},
): Promise<void> => {
  const double = await kurrentdbDouble(options);
  try {
    await use(double);
  } finally {
    double.close();
  }
};

const withLogOf = async (
  { url }: KurrentdbDouble,
  use: (log: OpenEventLog) => Promise<void>,
  options: Options = {},
): Promise<void> => {
  const log = kurrentdbEventLog({ connectionString: url, ...options });
  try {
    await use(log);
  } finally {
    await log.close();
  }
};

const withLog = (use: Use, options: Options = {}, doubleOptions: DoubleOptions = {}): Promise<void> =>
  withDouble((double) => withLogOf(double, (log) => use(log, double), options), doubleOptions);

describeEventLog('kurrentdbEventLog', withLog);

const everything = (log: OpenEventLog): Promise<readonly LogEvent[]> =>
  log.readAll({ after: Position.start });

async function next(pages: AsyncIterator<readonly LogEvent[]>): Promise<readonly LogEvent[]> {
  const { value } = (await pages.next()) as { value: readonly LogEvent[] };
  return value;
}

describe('kurrentdbEventLog, when answers are lost', () => {
  it.each(['lose-answer', 'no-answer', 'stored-timeout'] as const)(
    'recognises its own append when it was stored and the answer is: %s',
    (fault) =>
      withLog(
        async (log, { faults }) => {
          for (const expected of [0, 'any'] as const) {
            faults.next(fault);
            const append = sampleAppend({ expected, events: sampleEvents(2) });
            expect(await log.append(append)).toMatchObject({ outcome: 'duplicate', stream_position: 0 });
            expect(await log.readStream(append)).toHaveLength(2);
          }
          expect(brokenLinks(await everything(log))).toEqual([]);
        },
        { answerMilliseconds: 1_000 },
      ),
  );

  it.each(['swallow', 'timeout', 'busy'] as const)(
    'tries again when an append was not stored and the answer is: %s',
    (fault) =>
      withLog(
        async (log, { faults }) => {
          faults.next(fault);
          expect(await log.append(sampleAppend())).toMatchObject({ outcome: 'appended' });
          expect(await everything(log)).toHaveLength(1);
        },
        { answerMilliseconds: 1_000 },
      ),
  );

  it('answers the others of a batch while one of them has trouble', () =>
    withLog(async (log, { faults }) => {
      await log.append(sampleAppend());
      faults.next('busy');
      const results = await Promise.all(Array.from({ length: 20 }, () => log.append(sampleAppend())));
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(20).fill('appended'));
      expect(await everything(log)).toHaveLength(21);
    }));

  it('stores an append once that was written, but could not be read yet when it was sent again', () =>
    withLog(
      async (log, { faults, log: stored }) => {
        for (const expected of [0, 'any'] as const) {
          stored.hold();
          faults.next('no-answer');
          const append = sampleAppend({ expected });
          const landed = log.append(append);
          const released = setTimeout(() => {
            stored.release();
          }, 1_500);
          expect(await landed).toMatchObject({ outcome: 'duplicate', stream_position: 0 });
          clearTimeout(released);
          expect(await log.readStream(append)).toHaveLength(1);
        }
      },
      { answerMilliseconds: 1_000, retryMilliseconds: 30_000 },
    ));

  it('is unavailable, with an unknown outcome, when the server stays away', () =>
    withLog(
      async (log, double) => {
        double.stop();
        const fault = { name: 'LogFault', code: 'unavailable' };
        await expect(log.append(sampleAppend())).rejects.toMatchObject(fault);
        await expect(log.head()).rejects.toMatchObject(fault);
      },
      { answerMilliseconds: 1_000, retryMilliseconds: 100 },
    ));

  it('goes on appending and following after the server was away', () =>
    withLog(
      async (log, double) => {
        const end = new AbortController();
        const pages = log.subscribe({ after: Position.start, signal: end.signal })[Symbol.asyncIterator]();
        await log.append(sampleAppend());
        expect(await next(pages)).toHaveLength(1);
        const waiting = next(pages);
        double.stop();
        const late = log.append(sampleAppend());
        await double.start();
        expect((await late).outcome).toMatch(/appended|duplicate/);
        expect(await waiting).toHaveLength(1);
        expect(await everything(log)).toHaveLength(2);
        end.abort();
      },
      { answerMilliseconds: 2_000, retryMilliseconds: 60_000 },
    ));
});

describe('kurrentdbEventLog, among others', () => {
  it('brings to its subscribers what another process appended, without waiting for a poll', () =>
    withLog(
      async (log, double) => {
        const end = new AbortController();
        const pages = log.subscribe({ after: Position.start, signal: end.signal })[Symbol.asyncIterator]();
        await withLogOf(double, async (other) => {
          await other.append(sampleAppend());
          expect(await next(pages)).toHaveLength(1);
          const waiting = next(pages);
          const { position } = (await other.append(sampleAppend())) as { position: Position };
          expect((await waiting).map((event) => event.position)).toEqual([position]);
        });
        end.abort();
      },
      { pollMilliseconds: 3_600_000 },
    ));

  it('chains one stream that several processes append to, and loses and doubles nothing', () =>
    withLog(async (log, double) => {
      await withLogOf(double, async (other) => {
        const shared = sampleAppend({ expected: 'any' });
        const appends = Array.from({ length: 40 }, () => ({ ...shared, append_id: randomUUID() }));
        const results = await Promise.all(
          appends.flatMap((append) => [log.append(append), other.append(append)]),
        );
        expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(40);
        expect(results.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(40);
        const all = await everything(log);
        expect(all).toHaveLength(40);
        expect(brokenLinks(all)).toEqual([]);
        const times = all.map(({ recorded_at }) => recorded_at);
        expect(times).toEqual([...new Set(times)].sort());
      });
    }));

  it('does not see what others keep on the same cluster, and searches it once', () =>
    withLog(async (log, double) => {
      const foreign = {
        id: randomUUID(),
        type: '$statsCollected',
        contentType: 'application/json',
        data: Buffer.from('{}'),
        metadata: Buffer.from('{}'),
      };
      const fill = (): void => {
        for (let index = 0; index < 50; index += 1) {
          double.log.append('$stats-0.0.0.0', 'any', [{ ...foreign, id: randomUUID() }]);
          double.log.append('witnesses', 'any', [{ ...foreign, id: randomUUID() }]);
        }
      };
      fill();
      expect(await log.head()).toBe(Position.start);
      expect(await everything(log)).toEqual([]);
      await log.append(sampleAppend());
      fill();
      const after = await log.head();
      for (let round = 0; round < 3; round += 1) {
        expect(await log.readAll({ after })).toEqual([]);
        fill();
      }
      const [first, second, third] = double.begun.slice(-3);
      expect(second).toBe(first);
      expect(third).toBeGreaterThan(second!);
      await log.append(sampleAppend());
      expect(await log.readAll({ after })).toHaveLength(1);
      expect(await log.readAll({ after: Position.start })).toHaveLength(2);
    }));

  it('keeps logs of other names apart', () =>
    withLog(async (log, double) => {
      const append = sampleAppend();
      await log.append(append);
      await withLogOf(
        double,
        async (other) => {
          expect(await other.head()).toBe(Position.start);
          expect(await other.readStream(append)).toEqual([]);
          expect(await other.append(append)).toMatchObject({ outcome: 'appended' });
        },
        { name: 'another' },
      );
      expect(await everything(log)).toHaveLength(1);
    }));

  it('says so when something else appended to one of its streams', () =>
    withLog(async (log, double) => {
      await log.append(sampleAppend());
      const event = { id: randomUUID(), type: 't', contentType: 'application/json' };
      double.log.append('witness.default.x', 'any', [
        { ...event, data: Buffer.from('{}'), metadata: Buffer.from('{}') },
      ]);
      await expect(everything(log)).rejects.toMatchObject({
        code: 'unavailable',
        cause: { message: expect.stringContaining('did not write') },
      });
    }));
});

describe('kurrentdbEventLog, of a cluster', () => {
  it('goes to the leader, and to the new one after a change', async () => {
    const stored = createTransactionLog();
    await withDouble(
      (one) =>
        withDouble(
          async (two) => {
            two.follow(one.endPoint);
            const { host, port } = two.endPoint;
            const hosts = `${one.endPoint.host}:${one.endPoint.port},${host}:${port}`;
            const url = `kurrentdb://${hosts}?tls=false&maxDiscoverAttempts=10&discoveryInterval=50`;
            await withLogOf(
              { ...one, url },
              async (log) => {
                await log.append(sampleAppend());
                expect(await everything(log)).toHaveLength(1);
                two.follow(null);
                one.follow(two.endPoint);
                await log.append(sampleAppend());
                expect(await everything(log)).toHaveLength(2);
              },
              { retryMilliseconds: 60_000 },
            );
          },
          { log: stored },
        ),
      { log: stored },
    );
  });
});

describe('kurrentdbEventLog, at its limits', () => {
  it('appends one by one where the server has no batches', () =>
    withLog(
      async (log) => {
        const append = sampleAppend({ events: sampleEvents(3) });
        expect(await log.append(append)).toMatchObject({ outcome: 'appended', stream_position: 0 });
        expect(await log.append(append)).toMatchObject({ outcome: 'duplicate', stream_position: 0 });
        const late = { ...append, append_id: randomUUID() };
        expect(await log.append(late)).toEqual({ outcome: 'conflict', length: 3 });
        for (const data of ['x'.repeat(20_000), 'x'.repeat(9_000)]) {
          const large = sampleAppend({ events: sampleEvents(9, { data }) });
          await expect(log.append(large)).rejects.toMatchObject({ code: 'refused' });
        }
        expect(brokenLinks(await everything(log))).toEqual([]);
      },
      {},
      { hasBatches: false, maxAppendEventSize: 10_000, maxAppendSize: 50_000 },
    ));

  it('refuses an append that is too large for the server, and takes the next', () =>
    withLog(
      async (log) => {
        const oneLarge = sampleAppend({ events: sampleEvents(1, { data: 'x'.repeat(20_000) }) });
        const manyLarge = sampleAppend({ events: sampleEvents(9, { data: 'x'.repeat(8_000) }) });
        for (const append of [oneLarge, manyLarge]) {
          await expect(log.append(append)).rejects.toMatchObject({ code: 'refused' });
        }
        expect(await log.append(sampleAppend())).toMatchObject({ outcome: 'appended' });
        expect(await everything(log)).toHaveLength(1);
      },
      {},
      { maxAppendEventSize: 10_000, maxAppendSize: 50_000 },
    ));

  it('refuses to read from a position that it never gave, without waiting', () =>
    withLog(async (log) => {
      await log.append(sampleAppend());
      const unknown = { name: 'LogFault', code: 'unknown_position' };
      for (const never of ['18446744073709551616001', '18446744073709551617000']) {
        const after = Position.parse(never)!;
        await expect(log.readAll({ after })).rejects.toMatchObject(unknown);
        const { signal } = new AbortController();
        const pages = log.subscribe({ after, signal })[Symbol.asyncIterator]();
        await expect(pages.next()).rejects.toMatchObject(unknown);
      }
      expect(await log.readAll({ after: Position.parse('999')! })).toHaveLength(1);
    }));

  it('never repeats a connection string that it cannot read', () => {
    for (const connectionString of [
      'kurrentdb://user:hunter22@',
      'postgres://user:hunter22@host',
      'hunter22',
    ]) {
      expect(() => kurrentdbEventLog({ connectionString })).toThrow(/kurrentdb:\/\/user:password@host/);
      expect(() => kurrentdbEventLog({ connectionString })).not.toThrow('hunter22');
    }
  });

  it('takes no name for a log that could reach into another', () => {
    for (const name of ['', '$all', 'a.b', 'x'.repeat(65)]) {
      expect(() =>
        kurrentdbEventLog({ connectionString: 'kurrentdb://127.0.0.1:1?tls=false', name }),
      ).toThrow(RangeError);
    }
  });
});
