import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { testEndpoint, type TestResult } from '../../src/endpoint-test/test-endpoint.ts';
import type { StdioEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';

jest.setTimeout(120_000);

const program = fileURLToPath(new URL('odd-server.mjs', import.meta.url));

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

interface Tried {
  readonly result: TestResult;
  /** Processes that were started. */
  readonly started: number;
}

/** Tests a server of that kind, and sees to it that nothing is left of it. */
async function tried(kind: string, budgetMs = 60_000, signal = new AbortController().signal): Promise<Tried> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-test-'));
  const pids = join(directory, 'pids');
  try {
    const entry = { name: 'odd', command: process.execPath, args: [program, kind, pids], env: [] };
    const environment = { PATH: process.env.PATH };
    const result = await testEndpoint({ entry, directory, environment }, signal, budgetMs);
    expect(result).toMatchObject({ budget_ms: budgetMs, duration_ms: expect.any(Number) });
    const started = (await readFile(pids, 'utf8').catch(() => '')).split('\n').filter((pid) => pid !== '');
    await until('the end of what was started', () =>
      started.some((pid) => isRunning(Number(pid))) ? undefined : true,
    );
    return { result, started: started.length };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A package that npx installs from its folder, without a registry, and starts as the server of that kind. */
async function withPackage(
  kind: string,
  use: (entry: StdioEntry, pids: string) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-npx-'));
  const [folder, pids] = [join(directory, 'package'), join(directory, 'pids')];
  const about = { name: 'odd-mcp', version: '1.0.0', type: 'module', bin: { 'odd-mcp': 'main.mjs' } };
  const start = `#!/usr/bin/env node\nprocess.argv.splice(2, 0, ...${JSON.stringify([kind, pids])});\n`;
  try {
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(about));
    await writeFile(join(folder, 'main.mjs'), `${start}await import(${JSON.stringify(program)});\n`, {
      mode: 0o755,
    });
    const env = [{ name: 'npm_config_cache', value: join(directory, 'cache') }];
    await use({ name: 'odd', command: 'npx', args: ['-y', '--offline', folder], env }, pids);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe('a test of a stdio server', () => {
  it('gives one that npx has to install first a budget of its own, says so at each stage, and leaves nothing of it', () =>
    withPackage('fine', async (entry, pids) => {
      const { PATH, HOME } = process.env;
      const at = { directory: tmpdir(), environment: { PATH, HOME } };
      const begun: object[] = [];
      const onStage = (stage: object): void => void begun.push(stage);
      const result = await testEndpoint({ ...at, entry, onStage }, new AbortController().signal);
      expect(result).toMatchObject({ succeeded: true, tool_count: 2, budget_ms: 50_000 });
      const own = { elapsed_ms: expect.any(Number), budget_ms: 50_000, may_download: true };
      expect(begun).toEqual(['start', 'initialize', 'tools_list'].map((stage) => ({ stage, ...own })));
      const pid = Number(await readFile(pids, 'utf8'));
      await until('the end of the server', () => (isRunning(pid) ? undefined : true));
    }));

  it.each([
    ['fine', 2, '2025-06-18', []],
    ['pages', 6, '2025-06-18', []],
    ['asks back', 2, '2025-06-18', []],
    ['no tools', 0, '2025-11-25', []],
    ['modern alone', 1, '2026-07-28', []],
    ['banner', 1, '2025-06-18', ['stdout_noise']],
    ['loop', 1, '2025-06-18', ['pagination_loop']],
    ['stubborn', 2, '2025-06-18', []],
  ])('counts the tools of one that is %s', async (kind, tool_count, protocol_version, warnings) => {
    const { result, started } = await tried(kind);
    expect(result).toMatchObject({ reachable: true, succeeded: true, stage: null, reason_code: null });
    expect(result).toMatchObject({ tool_count, protocol_version, warnings, summary: null });
    expect(result.noise_lines).toBe(kind === 'banner' ? 6 : 0);
    expect(JSON.stringify(result)).not.toMatch(/tk_test|Acme/);
    expect(started).toBe(1);
  });

  it.each(['leaves a child', 'leaves a child in a session of its own'])(
    'ends what the server started too: one that %s',
    async (kind) => {
      const { result, started } = await tried(kind);
      expect(result).toMatchObject({ succeeded: true, tool_count: 2 });
      expect(started).toBe(2);
    },
  );

  it.each([
    ['ends at once', 'process_exited', 'initialize', false],
    ['ends at list', 'process_exited', 'tools_list', true],
    ['refuses', 'initialize_failed', 'initialize', true],
    ['other version', 'protocol_rejected', 'initialize', true],
    ['no version', 'not_mcp', 'initialize', true],
    ['flood', 'not_mcp', 'initialize', false],
    ['list refused', 'tools_list_failed', 'tools_list', true],
    ['list of nothing', 'tools_list_failed', 'tools_list', true],
    ['endless', 'tools_list_failed', 'tools_list', true],
  ])('has a code of its own for one that %s', async (kind, reason_code, stage, reachable) => {
    const { result } = await tried(kind);
    expect(result).toMatchObject({ reachable, succeeded: false, stage, reason_code, tool_count: null });
    expect(result.summary).toMatch(/^[A-Z].*\.$/);
    expect(result.summary).not.toContain('tk_test');
  });

  it.each([
    ['silent', 'initialize', false],
    ['silent list', 'tools_list', true],
  ])('names the stage in which time ran out (%s)', async (kind, stage, reachable) => {
    const { result } = await tried(kind, 5_000);
    expect(result).toMatchObject({ reason_code: 'timeout', succeeded: false });
    expect([result.stage, result.reachable]).toEqual([stage, reachable]);
  });

  it('warns where the first answer took more than half of the budget', async () => {
    const entry = { name: 'odd', command: process.execPath, args: [program, 'fine', '/dev/null'], env: [] };
    const at = { directory: tmpdir(), environment: { PATH: process.env.PATH } };
    const testing = testEndpoint({ ...at, entry }, new AbortController().signal, 60_000);
    // The test has begun: from now on its clock is half a minute ahead.
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 30_001);
    try {
      expect(await testing).toMatchObject({ succeeded: true, warnings: ['slow_start'] });
    } finally {
      clock.mockRestore();
    }
  });

  it('ends at once when nobody waits for it any more, and leaves nothing running', async () => {
    const leaving = new AbortController();
    const trying = tried('silent', 60_000, leaving.signal);
    setTimeout(() => {
      leaving.abort();
    }, 300);
    expect((await trying).result.succeeded).toBe(false);
  });

  it('tells a server that cannot be started', async () => {
    const at = { directory: tmpdir(), environment: { PATH: process.env.PATH } };
    for (const [command, directory] of [
      ['no-such-program-anywhere', tmpdir()],
      [process.execPath, '/no/such/directory'],
      [tmpdir(), tmpdir()],
    ] as const) {
      const entry = { name: 'odd', command, args: [], env: [] };
      const result = await testEndpoint({ ...at, directory, entry }, new AbortController().signal);
      expect(result).toMatchObject({ reachable: false, stage: 'start', reason_code: 'spawn_failed' });
    }
  });
});
