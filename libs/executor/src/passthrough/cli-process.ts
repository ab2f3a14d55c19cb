import { spawn } from 'node:child_process';
import { type AgentExit, exitOf } from '../relay/agent-process.ts';
import type { Command } from './strategy.ts';

/** A CLI that goes on for so long after it was asked to end is ended. */
const insistAfterMs = 8000;

const passedOn = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

export interface CliProcess {
  readonly pid: number | null;
  /** False when it could not be started. */
  readonly started: Promise<boolean>;
  readonly exit: Promise<AgentExit>;
}

/**
 * Starts the CLI without a shell, on the terminal of this process and in its process group. Signals that reach this process
 * alone are passed on; those of the terminal's keys reach the CLI by themselves. One that goes on after a SIGTERM is killed.
 */
export function startCli(
  [file, ...args]: Command,
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): CliProcess {
  const child = spawn(file, args, { stdio: 'inherit', ...where });
  const exit = exitOf(child);
  let insist: NodeJS.Timeout | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    if (signal === 'SIGTERM') insist ??= setTimeout(() => child.kill('SIGKILL'), insistAfterMs);
  };
  for (const signal of passedOn) process.on(signal, pass);
  void exit.then(() => {
    clearTimeout(insist);
    for (const signal of passedOn) process.off(signal, pass);
  });
  const started = new Promise<boolean>((resolve) => {
    child.once('spawn', () => {
      resolve(true);
    });
    child.once('error', () => {
      resolve(false);
    });
  });
  return { pid: child.pid ?? null, started, exit };
}
