import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { byProc } from '../src/relay/process-tree/by-proc.ts';
import { byPs } from '../src/relay/process-tree/by-ps.ts';
import { endByTaskkill } from '../src/relay/process-tree/by-taskkill.ts';
import { treeBy } from '../src/relay/process-tree/process-tree.ts';
import type { Processes } from '../src/relay/process-tree/processes.ts';
import { withDirectory } from './directory.ts';
import { until } from './run.ts';

/** Starts a child in a session of its own, which starts another in its own: neither heeds SIGTERM. Says their numbers. */
const family = `
process.on('SIGTERM', () => undefined);
const { spawn } = require('node:child_process');
const generation = Number(process.argv[1]);
console.log(process.pid);
if (generation > 0)
  spawn(process.execPath, ['-e', process.env.FAMILY, String(generation - 1)], { stdio: ['ignore', 1, 1], detached: true });
setInterval(() => undefined, 1000);
`;

async function started(): Promise<{ readonly leader: ChildProcess; readonly pids: readonly number[] }> {
  const env = { ...process.env, FAMILY: family };
  const leader = spawn(process.execPath, ['-e', family, '2'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  leader.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const pids = await until('three generations', () => {
    const lines = said.split('\n').slice(0, -1);
    return lines.length === 3 ? lines.map(Number) : undefined;
  });
  return { leader, pids };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const endAll = (pids: readonly number[]): void => {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
};

const ways: readonly (readonly [string, Processes])[] = [
  ...(process.platform === 'linux' ? [['/proc', byProc] as const] : []),
  ['ps', byPs],
];

describe('what runs below a process', () => {
  it.each(ways)('is known by %s, and ended with it in whatever session it is', async (_way, processes) => {
    const { leader, pids } = await started();
    try {
      const tree = await treeBy(processes, leader.pid!);
      const ended = once(leader, 'exit');
      await tree.end();
      await ended;
      await until('the end of all', () => (pids.some(isRunning) ? undefined : true));
      expect(pids).toHaveLength(3);
    } finally {
      endAll(pids);
    }
  });

  it.each(ways)('is told by %s from what has its number later', async (_way, processes) => {
    const me = (await processes.all()).find(({ pid }) => pid === process.pid)!;
    expect(me.parent).toBe(process.ppid);
    expect(await processes.left([me, { ...me, started: 'before' }])).toEqual([me]);
  });

  it('is ended at once by taskkill, in words that it takes, and whatever it says', () =>
    withDirectory(async (directory) => {
      const [command, said] = [join(directory, 'taskkill'), join(directory, 'said')];
      await writeFile(command, `#!/bin/sh\necho "$@" > '${said}'\nexit 128\n`, { mode: 0o755 });
      await endByTaskkill(4711, command);
      expect(await readFile(said, 'utf8')).toBe('/PID 4711 /T /F\n');
      await endByTaskkill(4711, join(directory, 'missing'));
    }));
});
