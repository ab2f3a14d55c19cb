import { execFile } from 'node:child_process';
import type { Process, Processes } from './processes.ts';

/** One option for each column: what follows a `=` in the same one is its heading. */
const columns = ['pid=', 'ppid=', 'lstart='].flatMap((column) => ['-o', column]);
const patienceMs = 2_000;
const mostBytes = 16 * 1024 * 1024;

const row = /^\s*(\d+)\s+(\d+)\s+(\S.*?)\s*$/;

/** Lines of process, parent and start; others are passed over. */
export const readRows = (text: string): readonly Process[] =>
  text.split('\n').flatMap((line) => {
    const [, pid, parent, started] = row.exec(line) ?? [];
    return started === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), started }];
  });

/** Nothing where there is no such command. */
const all = (): Promise<readonly Process[]> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C' };
    execFile('ps', ['-A', ...columns], { env, timeout: patienceMs, maxBuffer: mostBytes }, (error, out) => {
      resolve(error === null ? readRows(out) : []);
    });
  });

/** macOS and other systems of its kind. */
export const byPs: Processes = {
  all,
  async left(of) {
    const now = new Map((await all()).map(({ pid, started }) => [pid, started]));
    return of.filter(({ pid, started }) => now.get(pid) === started);
  },
};
