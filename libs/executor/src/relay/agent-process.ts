import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { watchOver } from './watchdog.ts';

export type AgentExit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly reason: 'missing' | 'not-executable' | 'other' };

export interface AgentProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly pid: number | null;
  readonly exit: Promise<AgentExit>;
  /** As a terminal would: SIGINT and SIGHUP go to the whole process group, SIGTERM to the agent. */
  signal(signal: NodeJS.Signals): void;
  /** Ends what the agent left running in its process group: asks, and after half a second insists. */
  endGroup(): Promise<void>;
}

/** The exit code of a shell: 127 for a command that is not there, 126 for one that cannot be run, 128 + n for a signal. */
export function exitCode(exit: AgentExit): number {
  if (exit.kind === 'exited') return exit.code;
  if (exit.kind === 'killed') return 128 + constants.signals[exit.signal];
  return exit.reason === 'missing' ? 127 : 126;
}

function reasonOf(error: Error): 'missing' | 'not-executable' | 'other' {
  const code = 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'missing';
  return code === 'EACCES' ? 'not-executable' : 'other';
}

export function exitOf(child: ChildProcess): Promise<AgentExit> {
  return new Promise((settle) => {
    child.once('error', (error) => {
      if (child.pid === undefined) settle({ kind: 'not-started', reason: reasonOf(error) });
    });
    child.once('exit', (code, signal) => {
      settle(signal === null ? { kind: 'exited', code: code ?? 1 } : { kind: 'killed', signal });
    });
  });
}

/** False when there is no such process any more. */
function kill(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

async function endGroupOf(leader: number, callOff: () => void): Promise<void> {
  await askGroup(leader);
  callOff();
}

async function askGroup(leader: number): Promise<void> {
  if (!kill(-leader, 'SIGTERM')) return;
  for (let waited = 0; waited < 25; waited += 1) {
    await delay(20);
    if (!kill(-leader, 0)) return;
  }
  kill(-leader, 'SIGKILL');
}

/**
 * Starts the agent without a shell, as the leader of a process group of its own, which does not outlive this process. Its
 * stderr is ours, unless it is to be ignored. The first word of `command` is looked up in PATH.
 */
export function startAgent(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
  where: { readonly cwd?: string; readonly stderr?: 'inherit' | 'ignore' } = {},
): AgentProcess {
  const [file, ...args] = command;
  const ownGroup = process.platform !== 'win32';
  const { cwd, stderr = 'inherit' } = where;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', stderr], detached: ownGroup, env, cwd });
  child.stdin.on('error', () => undefined);
  const pid = child.pid ?? null;
  const group = ownGroup && pid !== null ? -pid : null;
  const callOff = group === null ? (): void => undefined : watchOver(-group);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    pid,
    exit: exitOf(child),
    signal(signal) {
      if (pid !== null) kill(signal === 'SIGTERM' ? pid : (group ?? pid), signal);
    },
    endGroup: () => (group === null ? Promise.resolve() : endGroupOf(-group, callOff)),
  };
}
