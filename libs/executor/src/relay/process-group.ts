import { setTimeout as delay } from 'node:timers/promises';

/** False when there is no such process any more, or no process in the group. */
export function kill(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/** Ends what is left of a process group: asks, and after half a second insists. */
export async function endGroup(leader: number): Promise<void> {
  if (!kill(-leader, 'SIGTERM')) return;
  for (let waited = 0; waited < 25; waited += 1) {
    await delay(20);
    if (!kill(-leader, 0)) return;
  }
  kill(-leader, 'SIGKILL');
}
