import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createRecordReader } from '../../src/fronts/stdio/records.ts';
import { withDirectory } from '../directory.ts';

const program = fileURLToPath(new URL('../../front/main.mjs', import.meta.url));
const token = 't'.repeat(43);

/** Records that say how the program tells, and not what passed. */
const ofTelling: ReadonlySet<string> = new Set(['t', 'h', 'd']);

/** The records of what passed that an executor is told of a server that runs this code, in order. */
async function recordsOf(
  code: string,
  output: 'pipe' | 'ignore' | number = 'pipe',
): Promise<readonly (readonly [kind: string, payload: string])[]> {
  const executor = createServer().listen(0, '127.0.0.1');
  await once(executor, 'listening');
  const connected = once(executor, 'connection');
  const { port } = executor.address() as AddressInfo;
  const front = spawn(process.execPath, [program], {
    env: { ...process.env, WITNESS_FRONT: `${port}.${token}` },
    stdio: ['pipe', output, 'inherit'],
  });
  front.stdout?.resume();
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
      if (!ofTelling.has(kind)) records.push([kind, payload.toString()]);
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

describe('a front whose output is no pipe', () => {
  const code = `process.stdout.write('a line\\n')`;
  const told = [
    ['o', 'a line\n'],
    ['x', JSON.stringify({ code: 0, signal: null, asked: false })],
  ];

  it('ends with its server where nothing takes it', async () => {
    expect(await recordsOf(code, 'ignore')).toEqual(told);
  });

  it('ends with its server where a file takes it', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'output');
      const file = await open(path, 'w');
      expect(await recordsOf(code, file.fd)).toEqual(told);
      await file.close();
      expect(await readFile(path, 'utf8')).toBe('a line\n');
    }));

  it('ends with its server where a full disk takes none of it', async () => {
    const file = await open('/dev/full', 'w');
    expect((await recordsOf(code, file.fd)).at(-1)).toEqual(told[1]);
    await file.close();
  });
});
