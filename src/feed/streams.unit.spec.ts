import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { FeedStreams } from './streams.ts';

describe('the open streams', () => {
  it('are bounded, and counted; what is given back is free again', async () => {
    const registry = new Registry();
    const streams = new FeedStreams(registry);
    const places = Array.from({ length: 500 }, () => streams.enter());
    expect(await registry.metrics()).toContain('witness_feed_streams 500');
    expect(() => streams.enter()).toThrow(
      expect.objectContaining({ code: 'unavailable', options: { retryAfterSeconds: 5 } }),
    );
    places[3]?.leave();
    places[3]?.leave();
    expect(places[3]?.signal.aborted).toBe(true);
    streams.enter();
    expect(() => streams.enter()).toThrow();
  });

  it('all end when the service stops, and no other begins', () => {
    const streams = new FeedStreams(new Registry());
    const places = [streams.enter(), streams.enter()];
    streams.onModuleDestroy();
    expect(places.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(() => streams.enter()).toThrow();
  });
});
