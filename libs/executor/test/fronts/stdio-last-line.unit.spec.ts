import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createRecordReader } from '../../src/fronts/stdio/records.ts';

const program = fileURLToPath(new URL('../../front/main.mjs', import.meta.url));
const token = 't'.repeat(43);

/** The records that an executor is told of a server that runs this code, in order, without their times. */
async function recordsOf(code: string): Promise<readonly (readonly [kind: string, payload: string])[]> {
  const executor = createServer().listen(0, '127.0.0.1');
  await once(executor, 'listening');
  const connected = once(executor, 'connection');
  const { port } = executor.address() as AddressInfo;
  const front = spawn(process.execPath, [program], {
    env: { ...process.env, WITNESS_FRONT: `${port}.${token}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  front.stdout.resume();
  const ended = once(front, 'close');
  try {
    const [socket] = (await connected) as [Socket];
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(`${JSON.stringify({ command: process.execPath, args: ['-e', code], env: {} })}\n`);
    await ended;
    if (!socket.closed) await once(socket, 'close');
    const records: [string, string][] = [];
    const reader = createRecordReader((kind, payload) => {
      if (kind !== 't') records.push([kind, payload.toString()]);
    });
    reader.feed(Buffer.concat(chunks).subarray(token.length + 1));
    return records;
  } finally {
    front.kill('SIGKILL');
    executor.close();
  }
}

describe('the last line of a server', () => {
  it.each([1, 100_000])(
    'of %i bytes is told before its end also where no newline ends it',
    async (length) => {
      const records = await recordsOf(`process.stdout.write('first\\n' + 'y'.repeat(${length}))`);
      const out = records.flatMap(([kind, payload]) => (kind === 'o' ? [payload] : [])).join('');
      expect(out).toBe(`first\n${'y'.repeat(length)}`);
      expect(records.at(-1)).toMatchObject(['x', expect.stringContaining('"code":0')]);
    },
  );
});
