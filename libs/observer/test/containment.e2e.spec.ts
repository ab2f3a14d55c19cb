import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCollector } from '../../../test/support/collector.ts';
import { connected, rawServer, observed } from './support/handled.ts';
import { calls, type Ran, runHost } from './support/run-host.ts';

const tools = ['plain', 'frozen', 'giant', 'once', 'cyclic', 'hostile', 'fails', 'slow', 'plain', 'quits'];
const messages = calls(tools);

/** Lines may come in another order than their questions; each is compared as it is, to the byte. */
const lines = ({ stdout }: Ran): readonly string[] => stdout.split('\n').sort();

let bare: Ran;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witness-containment-'));
  bare = await runHost({ observed: false }, messages);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The same answers, the same end, and a word of the observer at most on stderr. */
function expectUnmoved(ran: Ran): void {
  expect(lines(ran)).toEqual(lines(bare));
  expect([ran.code, ran.signal]).toEqual([bare.code, bare.signal]);
  for (const line of ran.stderr.split('\n').filter((one) => one !== ''))
    expect(line).toMatch(/^(witness observer: |listeners )/);
  expect(listeners(ran)).toBe(listeners(bare));
}

const listeners = ({ stderr }: Ran): string | undefined => /^listeners .*$/m.exec(stderr)?.[0];

/** Somebody who takes connections and does with them what the callback does. */
async function withPeer(meet: (socket: Socket) => void, use: (url: string) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const peer: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    meet(socket);
  });
  await once(peer.listen(0, '127.0.0.1'), 'listening');
  try {
    await use(`http://127.0.0.1:${(peer.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    peer.close();
  }
}

describe('a server that is observed', () => {
  it('is compared with one that answers all', () => {
    expect(bare.code).toBe(3);
    expect(lines(bare).filter((line) => line !== '')).toHaveLength(tools.length + 2);
  });

  it('answers to the byte as it does unobserved, and loses nothing at its end', async () => {
    await withCollector(async ({ url, received }) => {
      expectUnmoved(await runHost({ observed: true, collector: url }, messages));
      const spans = JSON.stringify(received).match(/"name":"tools\/call [a-z]+"/g);
      expect(spans).toHaveLength(tools.length);
    });
  });

  it.each(['throw', 'reject', 'hang', 'garbage'])('is not moved by hooks that %s', async (hooks) => {
    expectUnmoved(await runHost({ observed: true, hooks, sink: 'hanging' }, messages));
  });

  it.each(['throwing', 'hanging', 'garbage'])('is not moved by a sink that is %s', async (sink) => {
    expectUnmoved(await runHost({ observed: true, sink }, messages));
  });

  it('is not moved by a collector that is not there', async () => {
    let gone = '';
    await withPeer(
      () => undefined,
      (url) => {
        gone = url;
        return Promise.resolve();
      },
    );
    expectUnmoved(await runHost({ observed: true, collector: gone }, messages));
  });

  it.each<[string, (socket: Socket) => void]>([
    ['takes everything and never answers', (socket) => socket.resume()],
    ['takes nothing and never answers', (socket) => socket.pause()],
    ['hangs up', (socket) => socket.destroy()],
    ['answers nonsense', (socket) => socket.once('data', () => socket.end('nonsense'))],
    [
      'answers half',
      (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')),
    ],
    [
      'fails',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n')),
    ],
  ])('is not moved by a collector that %s', async (_, meet) => {
    await withPeer(meet, async (collector) => {
      expectUnmoved(await runHost({ observed: true, collector }, messages));
    });
  });

  it('is not moved by a disk that is full', async () => {
    const file = join(folder, 'full');
    rmSync(file, { recursive: true, force: true });
    const ran = await runHost({ observed: true, file: fullDisk(file) }, messages);
    expectUnmoved(ran);
    expect(ran.stdout).toContain('frozen');
  });

  it('is not moved by a spool that cannot be', async () => {
    const spool = join(folder, 'no-folder');
    writeFileSync(spool, '');
    expectUnmoved(await runHost({ observed: true, spool, sink: 'throwing' }, messages));
  });

  it('keeps in a spool what was not taken, for the process that comes after it', async () => {
    const spool = join(folder, 'spool');
    let gone = '';
    await withPeer(
      () => undefined,
      (url) => {
        gone = url;
        return Promise.resolve();
      },
    );
    expectUnmoved(await runHost({ observed: true, spool, collector: gone }, messages));
    expect(readdirSync(spool)).toHaveLength(1);
    await withCollector(async ({ url, received }) => {
      expectUnmoved(await runHost({ observed: true, spool, collector: url }, messages));
      expect(JSON.stringify(received).match(/"name":"tools\/call [a-z]+"/g)).toHaveLength(2 * tools.length);
    });
    expect(readdirSync(spool)).toEqual([]);
  });

  it('ends by a signal as it would, at once', async () => {
    const ran = await runHost({ observed: true, sink: 'hanging' }, messages, 'SIGTERM');
    expect([ran.code, ran.signal]).toEqual([null, 'SIGTERM']);
  });

  it('writes events to a file of the day', async () => {
    const file = join(folder, 'file');
    expectUnmoved(await runHost({ observed: true, file }, messages));
    const [name] = readdirSync(file);
    expect(name).toMatch(/^observed-\d{4}-\d{2}-\d{2}\.ndjson$/);
    const kinds = readFileSync(join(file, name!), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds.filter((kind) => kind === 'call')).toHaveLength(tools.length);
  });
});

/** A folder in which the file of today and tomorrow take nothing, as on a full disk. */
function fullDisk(directory: string): string {
  const path = mkdtempSync(`${directory}-`);
  for (const ahead of [0, 86_400_000]) {
    const day = new Date(Date.now() + ahead).toISOString().slice(0, 10);
    symlinkSync('/dev/full', join(path, `observed-${day}.ndjson`));
  }
  return path;
}

describe('ten thousand calls at once', () => {
  it('are answered as they are unobserved, and told of, each', async () => {
    const { observe, of } = observed({ handles: undefined as never });
    const agent = await connected(observe(rawServer([{ name: 't', inputSchema: { type: 'object' } }])));
    const ids = Array.from({ length: 10_000 }, (_, id) => String(id));
    const answers = await Promise.all(ids.map((id) => agent.call('t', { id })));
    expect(answers.map(({ content }) => content[0]?.text)).toEqual(ids.map((id) => JSON.stringify({ id })));
    expect(await of('call')).toHaveLength(10_000);
  });
});
