import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { endGroup, kill } from './process-group.ts';

/** A process, told from a later one of its number by when it started. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** In clock ticks since boot. */
  readonly started: string;
}

async function readProcess(pid: number): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), started: rest[17] ?? '' };
  } catch {
    return null;
  }
}

async function readProcesses(): Promise<readonly Process[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const read = await Promise.all(pids.map(readProcess));
  return read.filter((one) => one !== null);
}

function below(root: number, all: readonly Process[]): readonly Process[] {
  const found: Process[] = [];
  for (let parents = new Set([root]); parents.size > 0;) {
    const children = all.filter(
      ({ pid, parent }) => parents.has(parent) && !found.some((one) => one.pid === pid),
    );
    found.push(...children);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return found;
}

const isThere = async ({ pid, started }: Process): Promise<boolean> =>
  (await readProcess(pid))?.started === started;

async function insist(left: readonly Process[]): Promise<void> {
  for (const one of left) if (await isThere(one)) kill(one.pid, 'SIGKILL');
}

/** What to end with a process, as it is now. */
export interface ProcessTree {
  /** Ends its group, and what was below it then, in whatever groups and sessions of their own: asks, and after half a second insists. */
  end(): Promise<void>;
}

/**
 * The group that a process leads, and all that runs below it at this moment. Only Linux says what does: elsewhere, and of what was
 * started by a process that has ended meanwhile, the group alone is known.
 */
export async function processTree(leader: number): Promise<ProcessTree> {
  const all = below(leader, await readProcesses());
  return {
    async end() {
      await endGroup(leader);
      const left: Process[] = [];
      for (const one of all) if (await isThere(one)) left.push(one);
      if (left.length === 0) return;
      for (const { pid } of left) kill(pid, 'SIGTERM');
      for (let waited = 0; waited < 25; waited += 1) {
        await delay(20);
        const there = await Promise.all(left.map(isThere));
        if (!there.includes(true)) return;
      }
      await insist(left);
    },
  };
}
