import { setTimeout as delay } from 'node:timers/promises';
import { endGroup, kill } from '../process-group.ts';
import { byProc } from './by-proc.ts';
import { byPs } from './by-ps.ts';
import { endByTaskkill } from './by-taskkill.ts';
import { below, type Process, type Processes } from './processes.ts';

/** What to end with a process, as it is now. */
export interface ProcessTree {
  /** False: what is below is found from the leader, so it has to be ended while that one lives. */
  readonly outlivesLeader: boolean;
  /** Ends its group, and what was below it then, in whatever groups and sessions of their own: asks, and after half a second insists. */
  end(): Promise<void>;
}

const patienceMs = 500;

const kills = (all: readonly Process[], signal: NodeJS.Signals): void => {
  for (const { pid } of all) kill(pid, signal);
};

/** The tree as these tell it. Of what was started by a process that has ended meanwhile the group alone is known. */
export async function treeBy(processes: Processes, leader: number): Promise<ProcessTree> {
  const all = below(leader, await processes.all());
  return {
    outlivesLeader: true,
    async end() {
      await endGroup(leader);
      let left = all.length === 0 ? all : await processes.left(all);
      kills(left, 'SIGTERM');
      const insistAt = performance.now() + patienceMs;
      while (left.length > 0 && performance.now() < insistAt) {
        await delay(20);
        left = await processes.left(left);
      }
      kills(left, 'SIGKILL');
    },
  };
}

/** The group that a process leads, and all that runs below it at this moment. `hasEnded` tells whether the process has. */
export function processTree(leader: number, hasEnded: () => boolean): Promise<ProcessTree> {
  if (process.platform !== 'win32') return treeBy(process.platform === 'linux' ? byProc : byPs, leader);
  return Promise.resolve({ outlivesLeader: false, end: () => endByTaskkill(leader, hasEnded) });
}
