import { execFile } from 'node:child_process';
import type { Process, Processes } from './processes.ts';

/** One option for each column: what follows a `=` in the same one is its heading. */
const columns = ['pid=', 'ppid=', 'lstart='].flatMap((column) => ['-o', column]);
/** How long it may take: of ends that are waited for, the waiting is short. */
const patienceMs = { all: 2_000, left: 250 };
const mostBytes = 16 * 1024 * 1024;

const row = /^\s*(\d+)\s+(\d+)\s+(\S.*?)\s*$/;

/** Lines of process, parent and start; others are passed over. */
export const readRows = (text: string): readonly Process[] =>
  text.split('\n').flatMap((line) => {
    const [, pid, parent, started] = row.exec(line) ?? [];
    return started === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), started }];
  });

/** Null where there is no such command, or it fails, or takes longer. */
const list = (timeout: number): Promise<readonly Process[] | null> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    execFile('ps', ['-A', ...columns], { env, timeout, maxBuffer: mostBytes }, (error, out) => {
      resolve(error === null ? readRows(out) : null);
    });
  });

/** macOS and other systems of its kind. */
export const byPs: Processes = {
  all: async () => (await list(patienceMs.all)) ?? [],
  async left(of) {
    const listed = await list(patienceMs.left);
    if (listed === null) return of;
    const now = new Map(listed.map(({ pid, started }) => [pid, started]));
    return of.filter(({ pid, started }) => now.get(pid) === started);
  },
};
