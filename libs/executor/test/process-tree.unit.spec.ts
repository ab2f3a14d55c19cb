import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { byProc } from '../src/relay/process-tree/by-proc.ts';
import { byPs } from '../src/relay/process-tree/by-ps.ts';
import { hasEnded } from '../src/relay/agent-process.ts';
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

/** Linux alone has /proc; there a machine, such as a container, may do without a `ps` that knows all of these. */
const ways: readonly (readonly [string, Processes, boolean])[] = [
  ['/proc', byProc, process.platform === 'linux'],
  ['ps', byPs, spawnSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'lstart=']).status === 0],
];
const ofThisSystem = process.platform === 'linux' ? byProc : byPs;

/** What runs below it ends with the process, as these tell it. */
async function expectEndOfAll(processes: Processes, before: () => void = () => undefined): Promise<void> {
  const { leader, pids } = await started();
  try {
    const tree = await treeBy(processes, leader.pid!);
    before();
    const ended = once(leader, 'exit');
    await tree.end();
    await ended;
    await until('the end of all', () => (pids.some(isRunning) ? undefined : true));
    expect(pids).toHaveLength(3);
  } finally {
    endAll(pids);
  }
}

for (const [way, processes, isHere] of ways) {
  const describeHere = isHere ? describe : describe.skip;
  describeHere(`what runs below a process, by ${way}`, () => {
    it('is known, and ended with it in whatever session it is', () => expectEndOfAll(processes));

    it('is told from what has its number later', async () => {
      const me = (await processes.all()).find(({ pid }) => pid === process.pid)!;
      expect(me.parent).toBe(process.ppid);
      expect(await processes.left([me, { ...me, started: 'before' }])).toEqual([me]);
    });
  });
}

describe('what runs below a process', () => {
  it.each([
    ['is missing', null],
    ['fails', '#!/bin/sh\nexit 1\n'],
    ['does not answer', '#!/bin/sh\nexec sleep 600\n'],
  ])('is ended by what was known of it where ps %s later', (_fault, program) =>
    withDirectory(async (directory) => {
      if (program !== null) await writeFile(join(directory, 'ps'), program, { mode: 0o755 });
      const { PATH } = process.env;
      try {
        await expectEndOfAll({ all: ofThisSystem.all, left: byPs.left }, () => {
          process.env.PATH = program?.includes('sleep') ? `${directory}:/usr/bin:/bin` : directory;
        });
      } finally {
        process.env.PATH = PATH;
      }
    }),
  );

  it('is not asked after longer than for half a second, however long each answer takes', async () => {
    let asked = 0;
    await expectEndOfAll({
      all: ofThisSystem.all,
      async left(of) {
        asked += 1;
        await delay(200);
        return ofThisSystem.left(of);
      },
    });
    expect(asked).toBeLessThan(10);
  });
});

describe('a process of Windows', () => {
  const idle = (): ChildProcess =>
    spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });

  it.each([
    ['says that it did', 'exit 0'],
    ['says that it could not', 'exit 128'],
    ['is missing', null],
  ])('is ended also where taskkill, which is given words that it takes, %s', (_says, ends) =>
    withDirectory(async (directory) => {
      const [command, said] = [join(directory, 'taskkill'), join(directory, 'said')];
      if (ends !== null)
        await writeFile(command, `#!/bin/sh\necho "$@" > '${said}'\n${ends}\n`, { mode: 0o755 });
      const leader = idle();
      try {
        await endByTaskkill(leader.pid!, () => hasEnded(leader), command);
        await until('the end of the process', () => (hasEnded(leader) ? true : undefined));
      } finally {
        leader.kill('SIGKILL');
      }
      const told = await readFile(said, 'utf8').catch(() => null);
      expect(told).toBe(ends === null ? null : `/PID ${leader.pid} /T /F\n`);
    }),
  );

  it("is left alone once it has ended, since its number may be another's", () =>
    withDirectory(async (directory) => {
      const [command, said] = [join(directory, 'taskkill'), join(directory, 'said')];
      await writeFile(command, `#!/bin/sh\necho "$@" > '${said}'\n`, { mode: 0o755 });
      const other = idle();
      try {
        await endByTaskkill(other.pid!, () => true, command);
        await expect(access(said)).rejects.toThrow('ENOENT');
        expect(isRunning(other.pid!)).toBe(true);
      } finally {
        const ended = once(other, 'exit');
        other.kill('SIGKILL');
        await ended;
      }
      expect(hasEnded(other)).toBe(true);
    }));
});
