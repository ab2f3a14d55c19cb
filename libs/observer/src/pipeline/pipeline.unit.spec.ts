import { describe, expect, it } from '@jest/globals';
import {
  aList,
  anObservation,
  eventsOf,
  keepingSink,
  withPipeline,
} from '../../test/support/observations.ts';

describe('a pipeline', () => {
  it('takes nothing in the turn of the request', async () => {
    const sink = keepingSink();
    let judged = 0;
    const tags = (): null => {
      judged += 1;
      return null;
    };
    await withPipeline({ sinks: [sink], tags }, async (pipeline) => {
      pipeline.take(anObservation());
      await Promise.resolve();
      expect(judged).toBe(0);
      await pipeline.flush();
      expect(judged).toBe(1);
      expect(sink.events).toHaveLength(1);
    });
  });

  it('gives every sink every event, in order and in batches of two hundred and more', async () => {
    const [one, other] = [keepingSink('one'), keepingSink('other')];
    const observations = Array.from({ length: 1_000 }, () => anObservation());
    await withPipeline({ sinks: [one, other] }, async (pipeline) => {
      for (const observation of observations) pipeline.take(observation);
      await pipeline.flush();
    });
    const ids = observations.map(({ id }) => id);
    expect(one.events.map(({ id }) => id)).toEqual(ids);
    expect(other.events.map(({ id }) => id)).toEqual(ids);
    const sizes = one.batches.map(({ events }) => events.length);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(200);
  });

  it('takes ten thousand calls at once without losing one', async () => {
    const events = await eventsOf(
      {},
      Array.from({ length: 10_000 }, () => anObservation()),
    );
    expect(events).toHaveLength(10_000);
  });

  it('sends what gathered without being asked', async () => {
    const sink = keepingSink();
    await withPipeline({ sinks: [sink], gatherMs: 5 }, async (pipeline) => {
      const sent = new Promise<void>((resolve) => {
        sink.answer = () => {
          resolve();
          return Promise.resolve({ outcome: 'taken' });
        };
      });
      pipeline.take(anObservation());
      await sent;
    });
    expect(sink.events).toHaveLength(1);
  });

  it('lets a sink that hangs delay no other', async () => {
    const [hanging, other] = [keepingSink('hanging'), keepingSink('other')];
    hanging.answer = () => new Promise(() => undefined);
    await withPipeline({ sinks: [hanging, other] }, async (pipeline) => {
      pipeline.take(anObservation());
      await pipeline.flush(200);
      expect(other.events).toHaveLength(1);
    });
  });

  it('counts what it cannot hold, and tells the sink so once it takes something', async () => {
    const sink = keepingSink();
    sink.answer = () => Promise.resolve({ outcome: 'later', after_ms: 60_000 });
    await withPipeline({ sinks: [sink], buffer: { events: 150 } }, async (pipeline) => {
      for (let count = 0; count < 150; count += 1) pipeline.take(anObservation());
      await pipeline.flush();
      for (let count = 0; count < 30; count += 1) pipeline.take(anObservation());
      await pipeline.flush();
      sink.answer = () => Promise.resolve({ outcome: 'taken' });
      await pipeline.flush();
    });
    expect(sink.events).toHaveLength(150);
    expect(sink.batches[0]?.lost).toEqual([{ reason_code: 'buffer_full', count: 30 }]);
    expect(sink.batches.slice(1).flatMap(({ lost }) => lost)).toEqual([]);
  });

  it('holds no more bytes than it may', async () => {
    const sink = keepingSink();
    sink.answer = () => Promise.resolve({ outcome: 'later' });
    const properties = (): object => ({ text: 'x'.repeat(1_000) });
    await withPipeline(
      { sinks: [sink], buffer: { bytes: 10_000 }, properties: properties as never },
      async (pipeline) => {
        for (let count = 0; count < 50; count += 1) pipeline.take(anObservation());
        await pipeline.flush();
        sink.answer = () => Promise.resolve({ outcome: 'taken' });
        await pipeline.flush();
      },
    );
    expect(sink.events.length).toBeLessThan(10);
    expect(sink.batches[0]?.lost).toEqual([{ reason_code: 'buffer_full', count: 50 - sink.events.length }]);
  });

  it('holds no more of catalogs than it may', async () => {
    const sink = keepingSink('kept', { wantsCatalog: true });
    sink.answer = () => Promise.resolve({ outcome: 'later', after_ms: 60_000 });
    await withPipeline({ sinks: [sink], buffer: { bytes: 10_000 } }, async (pipeline) => {
      for (let count = 0; count < 20; count += 1) pipeline.take(aList([{ name: 'x'.repeat(2_000) }]));
      await pipeline.flush();
      sink.answer = () => Promise.resolve({ outcome: 'taken' });
      await pipeline.flush();
    });
    expect(sink.events.length).toBeLessThan(10);
    expect(sink.batches[0]?.lost).toEqual([{ reason_code: 'buffer_full', count: 20 - sink.events.length }]);
  });

  it('counts a catalog that cannot be written as lost, and goes on', async () => {
    const sink = keepingSink('kept', { wantsCatalog: true });
    await withPipeline({ sinks: [sink] }, async (pipeline) => {
      pipeline.take(aList([{ name: 'a', limit: 1n }]));
      pipeline.take(anObservation({ id: 'next' }));
      await pipeline.flush();
    });
    expect(sink.events.map(({ id }) => id)).toEqual(['next']);
    expect(sink.batches[0]?.lost).toEqual([{ reason_code: 'buffer_full', count: 1 }]);
  });

  it('sends again what was not taken, the same event under the same id', async () => {
    const sink = keepingSink();
    let tries = 0;
    sink.answer = () => {
      tries += 1;
      if (tries === 1) throw new Error('not today');
      return Promise.resolve(tries === 2 ? { outcome: 'later' } : { outcome: 'taken' });
    };
    await withPipeline({ sinks: [sink] }, async (pipeline) => {
      pipeline.take(anObservation({ id: 'the-one' }));
      await pipeline.flush();
      await pipeline.flush();
      await pipeline.flush();
    });
    expect(tries).toBe(3);
    expect(sink.events.map(({ id }) => id)).toEqual(['the-one']);
  });

  it('cuts a batch that is too large, down to the event that is', async () => {
    const sink = keepingSink();
    const tooLarge = (ids: readonly string[]): boolean => ids.length > 3 || ids.includes('giant');
    sink.answer = ({ events }) =>
      Promise.resolve({ outcome: tooLarge(events.map(({ id }) => id)) ? 'too_large' : 'taken' });
    await withPipeline({ sinks: [sink] }, async (pipeline, logged) => {
      for (const id of ['a', 'b', 'giant', 'c', 'd', 'e', 'f']) pipeline.take(anObservation({ id }));
      await pipeline.flush();
      expect(logged).toEqual(['kept refused 1 events for good: one is too large']);
    });
    expect(sink.events.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(sink.batches.flatMap(({ lost }) => lost)).toEqual([{ reason_code: 'refused', count: 1 }]);
  });

  it('counts what is refused for good and says why once', async () => {
    const sink = keepingSink();
    sink.answer = () => Promise.resolve({ outcome: 'refused', reason: 'HTTP status 400' });
    await withPipeline({ sinks: [sink] }, async (pipeline, logged) => {
      pipeline.take(anObservation());
      await pipeline.flush();
      pipeline.take(anObservation());
      await pipeline.flush();
      await pipeline.close();
      expect(logged).toEqual(['kept refused 1 events for good: HTTP status 400', 'kept never got 2 events']);
    });
  });

  it('counts what comes after the end', async () => {
    const sink = keepingSink();
    await withPipeline({ sinks: [sink] }, async (pipeline) => {
      await pipeline.close();
      pipeline.take(anObservation());
      await pipeline.close();
    });
    expect(sink.events).toEqual([]);
  });

  it('closes when the sinks do not, and says what they never got', async () => {
    const sink = keepingSink('stuck', { close: () => new Promise(() => undefined) });
    sink.answer = () => new Promise(() => undefined);
    await withPipeline({ sinks: [sink] }, async (pipeline, logged) => {
      pipeline.take(anObservation());
      await pipeline.close(50);
      expect(logged).toEqual(['stuck never got 1 events']);
    });
  });

  it('gives the entries of a list only to who asks for them', async () => {
    const [plain, wanting] = [keepingSink('plain'), keepingSink('wanting', { wantsCatalog: true })];
    const served = [{ name: 'a', description: 'b' }];
    const listing = { of: 'tools', count: 1, pages: 1, complete: true, looped: false, served } as const;
    await withPipeline({ sinks: [plain, wanting] }, async (pipeline) => {
      pipeline.take(anObservation({ kind: 'list', method: 'tools/list', listing }));
      await pipeline.flush();
    });
    expect(plain.events[0]?.listing).toEqual({ ...listing, served: null });
    expect(wanting.events[0]?.listing).toEqual(listing);
  });
});
