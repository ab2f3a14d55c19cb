import { spawn } from 'node:child_process';

/** Waits for the end of its input, which comes when this process is gone, however it went; then ends the group. */
const script = 'read _; kill -TERM -"$1" 2>/dev/null; sleep 2; kill -KILL -"$1" 2>/dev/null';

/**
 * Sees to it that a process group does not outlive this process, also where that one is killed and can do nothing
 * itself. Answers with how to call it off. Where there is no shell nothing is watched.
 */
export function watchOver(group: number): () => void {
  const watchdog = spawn('/bin/sh', ['-c', script, 'witness-watchdog', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  return () => {
    watchdog.kill('SIGKILL');
  };
}
