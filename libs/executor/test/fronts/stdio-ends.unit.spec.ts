import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { StdioEntry } from '../../src/fronts/fronts.ts';
import { withDirectory } from '../directory.ts';
import { until } from '../run.ts';
import { reportOf } from './support/report.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const server = fileURLToPath(new URL('./support/notes-server.mjs', import.meta.url));

const frontHost = fileURLToPath(new URL('./support/front-host.ts', import.meta.url));
const sources = [
  '--conditions=@mcp-witness/source',
  '--import',
  fileURLToPath(new URL('../../../../test/support/typescript.mjs', import.meta.url)),
];
const notes: StdioEntry = { name: 'notes', command: process.execPath, args: [server, '1'], env: [] };

const script = (code: string, ...args: string[]): StdioEntry => ({
  name: 'notes',
  command: process.execPath,
  args: ['-e', code, '--', ...args],
  env: [],
});

function start({ command, args, env }: StdioEntry): ChildProcess {
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return spawn(command, args, { env: { ...process.env, ...own }, stdio: ['pipe', 'pipe', 'pipe'] });
}

const startBehind = ({ fronts }: Fronting, entry: StdioEntry): ChildProcess =>
  start(fronts.add('attempt', entry) as StdioEntry);

async function all(
  child: ChildProcess,
): Promise<{ out: Buffer; err: string; code: unknown; signal: unknown }> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const [code, signal] = (await once(child, 'close')) as unknown[];
  return { out: Buffer.concat(out), err: Buffer.concat(err).toString(), code, signal };
}

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'editor', version: '9' } },
})}\n`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const told = (fronting: Fronting, type: string): Promise<true> =>
  until(type, () => fronting.types().includes(type) || undefined);

const pidIn = (path: string): Promise<number> =>
  until('the process id', async () => Number(await readFile(path, 'utf8').catch(() => '')) || undefined);

describe('a stdio server behind a front', () => {
  it('gets its arguments, environment and directory as configured, and no word of ours', async () => {
    await withFronts(async (fronting) => {
      const code = 'console.log(JSON.stringify([process.argv.slice(1), process.env, process.cwd()]))';
      const entry = {
        ...script(code, '--token', 'open-sesame-77', 'ä b'),
        env: [{ name: 'NODE_OPTIONS', value: '--no-warnings' }],
      };
      const delivered = fronting.fronts.add('attempt', entry) as StdioEntry;
      expect(delivered.args.join()).not.toContain('open-sesame');
      const [behind, alone] = await Promise.all([all(start(delivered)), all(start(entry))]);
      expect(JSON.parse(behind.out.toString())).toEqual(JSON.parse(alone.out.toString()));
      expect(behind.err).toBe('');
    });
  });

  it('passes bytes of every kind in both directions, and ends with its exit code', async () => {
    const passing = async (fronting: Fronting): Promise<void> => {
      const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7 + (at >> 9)) % 256));
      const echo =
        'process.stdin.pipe(process.stdout); process.stdin.on("end", () => { process.exitCode = 9 })';
      const child = startBehind(fronting, script(echo));
      const ended = all(child);
      child.stdin?.end(bytes);
      const { out, code } = await ended;
      expect(out.equals(bytes)).toBe(true);
      expect(code).toBe(9);
      expect(fronting.types()).toEqual([]);
    };
    await withFronts(passing, { patienceMs: 600_000 });
  });

  it('has its answer told, or said to be lost, where the front is killed as soon as it has passed', async () => {
    await withFronts(async (fronting) => {
      const child = startBehind(fronting, notes);
      child.stdout?.once('data', () => child.kill('SIGKILL'));
      child.stdin?.write(initialize);
      await once(child, 'close');
      const seen = await until('what is told', () =>
        fronting.seen.find(({ type }) => type === 'protocol-accepted' || type === 'evidence-lost'),
      );
      const reason = 'reason_code' in seen.data ? seen.data.reason_code : null;
      expect([null, 'front_killed']).toContain(reason);
    });
  });

  it('has nothing said to be lost where the front is killed with a notice of which nothing is told', async () => {
    await withDirectory(async (directory) => {
      const path = join(directory, 'noticed');
      const code = `process.stdin.on('data', (chunk) => {
        if (String(chunk).includes('cancelled')) require('fs').writeFileSync(process.argv[1], String(process.pid));
        else console.log('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}');
      });`;
      await withFronts(async (fronting) => {
        const child = startBehind(fronting, script(code, path));
        child.stdin?.write(initialize);
        await told(fronting, 'protocol-accepted');
        child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
        await pidIn(path);
        child.kill('SIGKILL');
        await told(fronting, 'connection-closed');
        expect(fronting.types()).toEqual(['protocol-accepted', 'connection-closed']);
      });
    });
  });

  it('that cannot be found is told as not started', async () => {
    await withFronts(async (fronting) => {
      const { code, out } = await all(
        startBehind(fronting, { ...script(''), command: '/nowhere/open-sesame-77' }),
      );
      expect([code, out.length]).toEqual([127, 0]);
      await told(fronting, 'attachment-failed');
      expect(fronting.of('attachment-failed')).toEqual([
        {
          server_name: 'notes',
          reason_code: 'spawn_failed',
          summary: 'The executable of the server was not found.',
        },
      ]);
    });
  });

  it('that ends before it answers is told as failed, each time', async () => {
    await withFronts(async (fronting) => {
      const entry = fronting.fronts.add('attempt', script('process.exit(3)')) as StdioEntry;
      const ends = [await all(start(entry)), await all(start(entry))];
      expect(ends.map(({ code }) => code)).toEqual([3, 3]);
      await until('both', () => fronting.seen.length === 2 || undefined);
      expect(fronting.of('attachment-failed')).toEqual(
        Array(2).fill({
          server_name: 'notes',
          reason_code: 'process_exited',
          summary: 'The process of the server ended with exit code 3 before it answered.',
        }),
      );
    });
  });

  it('that crashes after it was accepted is told as a connection that closed', async () => {
    await withFronts(async (fronting) => {
      const entry = { ...script(''), args: [server, '1'] };
      const child = startBehind(fronting, entry);
      const ended = all(child);
      child.stdin?.write(initialize);
      await told(fronting, 'protocol-accepted');
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'crash', arguments: {} } };
      child.stdin?.write(`${JSON.stringify(call)}\n`);
      expect((await ended).code).toBe(7);
      await told(fronting, 'connection-closed');
      expect(fronting.types()).toEqual(['protocol-accepted', 'tool-called', 'connection-closed']);
      expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'unanswered' }]);
      expect(fronting.of('connection-closed')).toMatchObject([{ reason_code: 'process_exited' }]);
    });
  });

  it('that speaks the modern protocol and crashes after it served is disconnected, with all that it had shown, until it serves again', async () => {
    await withFronts(async (fronting) => {
      const entry = fronting.fronts.add('attempt', { ...notes, args: [server, '2'] }) as StdioEntry;
      const own = Object.fromEntries(entry.env.map(({ name, value }) => [name, value]));
      const connect = async (): Promise<Client> => {
        const client = new Client(
          { name: 'editor', version: '9' },
          { versionNegotiation: { mode: { pin: '2026-07-28' } } },
        );
        const env = { ...(process.env as Record<string, string>), ...own };
        await client.connect(new StdioClientTransport({ ...entry, args: [...entry.args], env }));
        await client.listTools();
        return client;
      };
      const client = await connect();
      await expect(client.callTool({ name: 'crash', arguments: {} })).rejects.toThrow();
      await told(fronting, 'attachment-failed');
      expect(reportOf(fronting.seen)).toMatchObject({
        status: 'disconnected',
        evidence: 'tools_loaded',
        reason_code: 'process_exited',
        era: 'modern',
        tool_count: 4,
        connection_count: 0,
      });
      const again = await connect();
      await again.callTool({ name: 'count', arguments: {} });
      await until('the call', () => reportOf(fronting.seen).evidence === 'used' || undefined);
      expect(reportOf(fronting.seen)).toMatchObject({ status: 'active' });
      await again.close();
      await until('the end of both', () => fronting.seen.at(-1)?.type === 'tool-called' || undefined);
      expect(reportOf(fronting.seen)).toMatchObject({ status: 'active', evidence: 'used' });
    });
  });

  it('that never answers is told as waited for in vain when its client leaves', async () => {
    for (const [patienceMs, types] of [
      [0, ['attachment-failed']],
      [60_000, []],
    ] as const) {
      await withFronts(
        async (fronting) => {
          const deaf = 'process.stdin.resume().once("data", () => console.log("banner"))';
          const child = startBehind(fronting, script(deaf));
          const ended = all(child);
          child.stdin?.write(initialize);
          await once(child.stdout!, 'data');
          child.stdin?.end();
          await ended;
          await fronting.fronts.end('attempt');
          expect(fronting.types()).toEqual(types);
          expect(fronting.of('attachment-failed').map(({ reason_code }) => reason_code)).toEqual(
            types.map(() => 'timeout'),
          );
        },
        { patienceMs },
      );
    }
  });

  it('that is ended by a signal of its client before it answers has not failed', async () => {
    await withFronts(async (fronting) => {
      const deaf = 'process.stdin.resume().once("data", () => console.log("banner"))';
      const child = startBehind(fronting, script(deaf));
      const ended = all(child);
      child.stdin?.write(initialize);
      await once(child.stdout!, 'data');
      child.kill('SIGTERM');
      expect((await ended).signal).toBe('SIGTERM');
      await fronting.fronts.end('attempt');
      expect(fronting.types()).toEqual([]);
    });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('ends with its front at %s', async (signal) => {
    await withDirectory(async (directory) => {
      await withFronts(async (fronting) => {
        const pidFile = join(directory, 'pid');
        const child = startBehind(fronting, { ...script(''), args: [server, '1', `pid=${pidFile}`] });
        const ended = all(child);
        child.stdin?.write(initialize);
        await told(fronting, 'protocol-accepted');
        const pid = await pidIn(pidFile);
        child.kill(signal);
        expect((await ended).signal).toBe(signal);
        await until('the end of the server', () => !isAlive(pid) || undefined);
        await told(fronting, 'connection-closed');
        expect(fronting.types()).toEqual(['protocol-accepted', 'connection-closed']);
        expect(fronting.of('connection-closed')).toMatchObject([{ reason_code: 'process_exited' }]);
      });
    });
  });

  it('that ignores SIGTERM lives on, as it would without, until it is killed', async () => {
    await withDirectory(async (directory) => {
      await withFronts(async (fronting) => {
        const pidFile = join(directory, 'pid');
        const entry = { ...script(''), args: [server, '1', 'stubborn', `pid=${pidFile}`] };
        const child = startBehind(fronting, entry);
        const ended = all(child);
        child.stdin?.write(initialize);
        await told(fronting, 'protocol-accepted');
        const pid = await pidIn(pidFile);
        child.kill('SIGTERM');
        child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
        await told(fronting, 'tools-listed');
        expect(isAlive(pid)).toBe(true);
        child.kill('SIGKILL');
        await ended;
        await until('the end of the server', () => !isAlive(pid) || undefined);
      });
    });
  });

  it('serves on when the executor is gone, and is told closed by the end of its attempt', async () => {
    await withFronts(async (fronting) => {
      const child = startBehind(fronting, { ...script(''), args: [server, '1'] });
      const ended = all(child);
      child.stdin?.write(initialize);
      await told(fronting, 'protocol-accepted');
      await fronting.fronts.end('attempt');
      expect(fronting.of('connection-closed')).toMatchObject([{ reason_code: 'endpoint_closed' }]);
      await fronting.fronts.close();
      child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
      const { out, code } = await ended;
      expect(out.toString()).toContain('"name":"count"');
      expect(code).toBe(0);
      expect(fronting.seen).toHaveLength(2);
    });
  });

  it('serves on when the executor is killed', async () => {
    const host = spawn(process.execPath, [...sources, frontHost, JSON.stringify(notes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [delivered] = (await once(host.stdout, 'data')) as [Buffer];
    const child = start(JSON.parse(delivered.toString()) as StdioEntry);
    const ended = all(child);
    child.stdin?.write(initialize);
    await once(child.stdout!, 'data');
    host.kill('SIGKILL');
    await once(host, 'close');
    child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
    const { out, code, err } = await ended;
    expect(out.toString()).toContain('"name":"count"');
    expect([code, err]).toEqual([0, '']);
  });

  it('sees its output closed where the client closed it', async () => {
    await withFronts(async (fronting) => {
      const code =
        'process.stdout.on("error", () => process.exit(5)); setInterval(() => console.log("tick"), 5)';
      const child = startBehind(fronting, script(code));
      await once(child.stdout!, 'data');
      child.stdout?.destroy();
      const [exit] = (await once(child, 'exit')) as unknown[];
      expect(exit).toBe(5);
    });
  });

  it('with a banner on stdout is seen all the same', async () => {
    await withFronts(async (fronting) => {
      const child = startBehind(fronting, { ...script(''), args: [server, '1', 'noise'] });
      const ended = all(child);
      child.stdin?.write(initialize);
      await told(fronting, 'protocol-accepted');
      child.stdin?.end();
      expect((await ended).out.toString()).toMatch(/^Starting notes …\n\{/);
    });
  });

  it('is not started for a stranger: a wrong token gets nothing', async () => {
    await withFronts(async (fronting) => {
      const entry = fronting.fronts.add('attempt', script('console.log("started")')) as StdioEntry;
      const env = entry.env.map(({ name, value }) => ({ name, value: `${value.slice(0, -1)}_` }));
      const { out, code, err } = await all(start({ ...entry, env }));
      expect([out.toString(), code]).toEqual(['', 1]);
      expect(err).toMatch(/start the agent again/);
    });
  });
});
