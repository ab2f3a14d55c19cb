import { execFile } from 'node:child_process';
import { kill } from '../process-group.ts';

const patienceMs = 5_000;

/**
 * Ends a process of Windows and all that runs below it, at once: nothing there can be asked to end. Where that command is missing or
 * fails, the process alone. Of one that has ended nothing is: its number may be another's.
 */
export async function endByTaskkill(
  leader: number,
  hasEnded: () => boolean,
  command = 'taskkill',
): Promise<void> {
  if (hasEnded()) return;
  const words = ['/PID', String(leader), '/T', '/F'];
  await new Promise<void>((resolve) => {
    execFile(command, words, { timeout: patienceMs, windowsHide: true }, () => {
      resolve();
    });
  });
  if (!hasEnded()) kill(leader, 'SIGKILL');
}
