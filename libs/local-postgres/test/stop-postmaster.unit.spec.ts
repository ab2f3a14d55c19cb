import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { stopPostmaster } from '../src/stop-postmaster.ts';

const steps = [
  { signal: 'SIGINT', waitMs: 300 },
  { signal: 'SIGQUIT', waitMs: 300 },
] as const;

/** A process that survives the given signals, and says so before it is used. */
async function withStubborn(
  signals: string,
  use: (pid: number, isGone: () => boolean) => Promise<void>,
): Promise<string | null> {
  const script = `for (const signal of '${signals}'.split(' ')) process.on(signal, () => {}); setInterval(() => {}, 1000); console.log('up');`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    await use(Number(child.pid), () => child.exitCode !== null || child.signalCode !== null);
  } finally {
    child.kill('SIGKILL');
  }
  await ended;
  return child.signalCode;
}

describe('stopping a postmaster', () => {
  it('asks for a fast shutdown first', async () => {
    expect(await withStubborn('SIGQUIT', (pid, isGone) => stopPostmaster(pid, isGone, steps))).toBe('SIGINT');
  });

  it('asks for an immediate one when that does not end it', async () => {
    expect(await withStubborn('SIGINT', (pid, isGone) => stopPostmaster(pid, isGone, steps))).toBe('SIGQUIT');
  });

  it('says so when nothing ends it', async () => {
    await withStubborn('SIGINT SIGQUIT', async (pid, isGone) => {
      await expect(stopPostmaster(pid, isGone, steps)).rejects.toMatchObject({ code: 'stop_failed' });
    });
  });
});
