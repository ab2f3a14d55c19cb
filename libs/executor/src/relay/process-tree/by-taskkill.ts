import { execFile } from 'node:child_process';

const patienceMs = 5_000;

/** Ends a process of Windows and all that runs below it, at once: nothing there can be asked to end. */
export const endByTaskkill = (leader: number, command = 'taskkill'): Promise<void> =>
  new Promise((resolve) => {
    const words = ['/PID', String(leader), '/T', '/F'];
    execFile(command, words, { timeout: patienceMs, windowsHide: true }, () => {
      // One that has ended is refused as unknown.
      resolve();
    });
  });
