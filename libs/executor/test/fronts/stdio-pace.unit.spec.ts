import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { control, type Send } from '../../front/control.mjs';
import { createRecordReader } from '../../src/fronts/stdio/records.ts';
import { until } from '../run.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'x');

interface Executor {
  readonly send: Send;
  /** From now on takes what it is told. */
  read(): void;
  /** Bytes of the server that it was told of. */
  bytes(): number;
  /** Counts of bytes that were left out, as it was told. */
  leftOut(): readonly string[];
}

/** One that takes nothing at first. */
async function withExecutor(use: (executor: Executor) => Promise<void>): Promise<void> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const linked = control(`${(server.address() as AddressInfo).port}.${'t'.repeat(43)}`);
  const [socket] = (await connected) as [Socket];
  socket.write('{}\n');
  const link = await linked;
  if (link === null) throw new Error('there is an executor');
  let bytes = 0;
  const leftOut: string[] = [];
  const reader = createRecordReader((kind, payload) => {
    if (kind === 'o') bytes += payload.length;
    if (kind === 'g') leftOut.push(payload.toString());
  });
  let rest = 't'.length * 43 + 1;
  socket.on('data', (chunk) => {
    const skipped = Math.min(rest, chunk.length);
    rest -= skipped;
    reader.feed(chunk.subarray(skipped));
  });
  socket.pause();
  try {
    await use({ send: link.send, read: () => socket.resume(), bytes: () => bytes, leftOut: () => leftOut });
    await link.finish();
  } finally {
    socket.destroy();
    server.close();
  }
}

/** Sends until it is asked to wait: how many megabytes, and what is to be waited for. */
function fill(send: Send): { sent: number; wait: Promise<void> } {
  for (let sent = 1; sent <= 64; sent += 1) {
    const wait = send('o', megabyte);
    if (wait !== null) return { sent, wait };
  }
  throw new Error('64 MB were taken, and nothing was to be waited for');
}

describe('a front whose executor does not keep up', () => {
  it('waits once 8 MB are not taken, and then everything was told', async () => {
    await withExecutor(async (executor) => {
      const { sent, wait } = fill(executor.send);
      expect(sent).toBeGreaterThan(7);
      expect(sent).toBeLessThan(32);
      executor.read();
      await wait;
      await until('all of it', () => executor.bytes() === sent * megabyte.length || undefined);
      expect(executor.send('o', megabyte)).toBeNull();
      await until('the next', () => executor.bytes() === (sent + 1) * megabyte.length || undefined);
      expect(executor.leftOut()).toEqual([]);
    });
  });

  it('goes on after a while where it takes nothing, and says how much was left out', async () => {
    await withExecutor(async (executor) => {
      const { sent, wait } = fill(executor.send);
      await wait;
      expect([executor.send('o', megabyte), executor.send('o', megabyte)]).toEqual([null, null]);
      executor.read();
      await until('what waited', () => executor.bytes() === sent * megabyte.length || undefined);
      expect(executor.send('o', megabyte)).toBeNull();
      await until('the next', () => executor.bytes() === (sent + 1) * megabyte.length || undefined);
      expect(executor.leftOut()).toEqual([String(2 * megabyte.length)]);
    });
  });
});
