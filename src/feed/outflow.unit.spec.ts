import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pour } from './outflow.ts';

async function* parts(count: number, made: { count: number }): AsyncGenerator<string> {
  for (let n = 0; n < count; n += 1) {
    made.count += 1;
    yield await Promise.resolve('x'.repeat(100));
  }
}

const never = new AbortController().signal;

describe('pouring a stream out', () => {
  it('writes everything, at the pace of the reader', async () => {
    const sizes: number[] = [];
    let most = 0;
    const outlet = new Writable({
      highWaterMark: 150,
      write: (chunk: Buffer, _encoding, done) => {
        sizes.push(chunk.length);
        most = Math.max(most, outlet.writableLength);
        setImmediate(done);
      },
    });
    expect(await pour(outlet, parts(50, { count: 0 }), never)).toBe(true);
    outlet.end();
    await once(outlet, 'finish');
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000);
    expect(most).toBeLessThanOrEqual(300);
  });

  it('cuts a reader off that does not read, having made no more than fits', async () => {
    const outlet = new Writable({ highWaterMark: 150, write: () => undefined });
    const made = { count: 0 };
    expect(await pour(outlet, parts(1_000, made), never, 5)).toBe(false);
    expect(outlet.destroyed).toBe(true);
    expect(made.count).toBe(2);
  });

  it('ends at once when the stream is ended while the reader does not read', async () => {
    const outlet = new Writable({ highWaterMark: 150, write: () => undefined });
    const end = new AbortController();
    const pouring = pour(outlet, parts(1_000, { count: 0 }), end.signal, 60_000);
    setImmediate(() => {
      end.abort();
    });
    expect(await pouring).toBe(false);
    expect(outlet.destroyed).toBe(true);
  });
});
