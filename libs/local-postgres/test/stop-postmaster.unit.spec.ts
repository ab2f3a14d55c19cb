import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { stopPostmaster } from '../src/stop-postmaster.ts';

type Steps = Parameters<typeof stopPostmaster>[2];

/** A signal that is to end the process may take its time on a busy machine; one that is not is soon given up on. */
const steps = ({ fast, immediate }: { fast: number; immediate: number }): Steps => [
  { signal: 'SIGINT', waitMs: fast },
  { signal: 'SIGQUIT', waitMs: immediate },
];
const long = 60_000;
const short = 100;

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
    const patience = steps({ fast: long, immediate: short });
    expect(await withStubborn('SIGQUIT', (pid, isGone) => stopPostmaster(pid, isGone, patience))).toBe(
      'SIGINT',
    );
  });

  it('asks for an immediate one when that does not end it', async () => {
    const patience = steps({ fast: short, immediate: long });
    expect(await withStubborn('SIGINT', (pid, isGone) => stopPostmaster(pid, isGone, patience))).toBe(
      'SIGQUIT',
    );
  });

  it('says so when nothing ends it', async () => {
    const patience = steps({ fast: short, immediate: short });
    await withStubborn('SIGINT SIGQUIT', async (pid, isGone) => {
      await expect(stopPostmaster(pid, isGone, patience)).rejects.toMatchObject({ code: 'stop_failed' });
    });
  });
});
