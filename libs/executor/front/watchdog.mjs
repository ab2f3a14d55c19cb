import { spawn } from 'node:child_process';

/** Waits for the end of its input, which comes when this process is gone, however it went; then ends the group. */
const script = 'read _; kill -KILL -"$1" 2>/dev/null';

/** Sees to it that the server does not outlive this process, also where that one is killed. Answers with how to call it off. */
export const watchOver = (group) => {
  const watchdog = spawn('/bin/sh', ['-c', script, 'witness-watchdog', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  watchdog.stdin.unref?.();
  return () => watchdog.kill('SIGKILL');
};
