import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = [
  '--conditions=@mcp-witness/source',
  '--import',
  join(root, 'test/support/typescript.mjs'),
  join(root, 'libs/cli/src/main.ts'),
];

/** Says more than any pipe holds, and ends with its input. */
const talkative = 'process.stdin.resume(); process.stdout.write("x".repeat(1 << 22) + "\\n")';

interface Relayed {
  readonly host: ReturnType<typeof spawn>;
  /** Bodies that the service got. */
  readonly arrived: AsyncIterableIterator<string>;
}

async function withRelay(use: (relayed: Relayed) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-unread-'));
  const bodies: Promise<string>[] = [];
  const service = createServer((req, res) => {
    bodies.push(text(req));
    service.emit('body');
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ accepted: 0, duplicates: 0, rejected: [], position: '1' }));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  async function* arrived(): AsyncGenerator<string> {
    for (;;) {
      const body = bodies.shift();
      if (body === undefined) await once(service, 'body');
      else yield await body;
    }
  }
  const { port } = service.address() as AddressInfo;
  const host = spawn(
    process.execPath,
    [...program, 'run', '--session', 's', '--', process.execPath, '-e', talkative],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, WITNESS_URL: `http://127.0.0.1:${port}`, WITNESS_STATE_DIR: directory },
    },
  );
  const ended = once(host, 'exit');
  try {
    await use({ host, arrived: arrived() });
  } finally {
    host.kill('SIGKILL');
    await ended;
    service.closeAllConnections();
    service.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const open = '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}\n';

describe('a relay whose host does not read', () => {
  it('goes on with all that does not wait for the host, and loses no byte', async () => {
    await withRelay(async ({ host, arrived }) => {
      await once(host.stdout!, 'readable');
      host.stdin?.write(open);
      for await (const body of arrived) if (body.includes('"attempt-started"')) break;
      host.stdin?.end();
      expect(await text(host.stdout!)).toBe(`${'x'.repeat(1 << 22)}\n`);
      expect(host.exitCode ?? (await once(host, 'exit'))[0]).toBe(0);
    });
  });
});
