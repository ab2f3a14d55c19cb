import { readdir, readFile } from 'node:fs/promises';
import type { Process, Processes } from './processes.ts';

async function read(pid: number): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), started: rest[17] ?? '' };
  } catch {
    return null;
  }
}

/** Linux. */
export const byProc: Processes = {
  async all() {
    const names = await readdir('/proc').catch(() => []);
    const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
    return (await Promise.all(pids.map(read))).filter((one) => one !== null);
  },
  async left(of) {
    const now = await Promise.all(of.map(({ pid }) => read(pid)));
    return of.filter(({ started }, index) => now[index]?.started === started);
  },
};
