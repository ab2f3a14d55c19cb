import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { endGroup, kill } from './process-group.ts';
import { watchOver } from './watchdog.ts';

export type AgentExit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly reason: 'missing' | 'not-executable' | 'other' };

export interface AgentProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Null unless it is piped. */
  readonly stderr: Readable | null;
  readonly pid: number | null;
  readonly exit: Promise<AgentExit>;
  readonly hasEnded: () => boolean;
  /** As a terminal would: SIGINT and SIGHUP go to the whole process group, SIGTERM to the agent. */
  signal(signal: NodeJS.Signals): void;
  /** Ends what the agent left running in its process group: asks, and after half a second insists. */
  endGroup(): Promise<void>;
}

type Piped = ChildProcessByStdio<Writable, Readable, Readable | null>;

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

/** Its number may be another's by now. */
export const hasEnded = ({ exitCode: code, signalCode }: ChildProcess): boolean =>
  code !== null || signalCode !== null;

/**
 * Starts the agent without a shell, as the leader of a process group of its own, which does not outlive this process. The
 * first word of `command` is looked up in PATH. What it writes to standard error comes by `stderr`, unless that is to be ours
 * or ignored.
 */
export function startAgent(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
  where: { readonly cwd?: string; readonly stderr?: 'pipe' | 'inherit' | 'ignore' } = {},
): AgentProcess {
  const [file, ...args] = command;
  const ownGroup = process.platform !== 'win32';
  const { cwd, stderr = 'pipe' } = where;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', stderr], detached: ownGroup, env, cwd }) as Piped;
  child.stdin.on('error', () => undefined);
  const pid = child.pid ?? null;
  const group = ownGroup && pid !== null ? -pid : null;
  const callOff = group === null ? (): void => undefined : watchOver(-group);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    pid,
    exit: exitOf(child),
    hasEnded: () => hasEnded(child),
    signal(signal) {
      if (pid !== null) kill(signal === 'SIGTERM' ? pid : (group ?? pid), signal);
    },
    async endGroup() {
      if (group === null) return;
      await endGroup(-group);
      callOff();
    },
  };
}
