import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const loader = ['--conditions=@mcp-witness/source', '--import', join(root, 'test/support/typescript.mjs')];
const startMilliseconds = 180_000;

/** A service in a process of its own, run from the sources. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** All that it wrote to stderr so far. */
  output(): string;
  /** Sends a signal and waits for the end; the exit code, or null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** The end of a process that is not meant to answer. */
export interface EndedProcess {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

const start = (
  environment: Environment,
  nodeOptions: readonly string[] = [],
): { child: ChildProcess; stdout: () => string; stderr: () => string } => {
  const child = spawn(process.execPath, [...nodeOptions, ...loader, join(root, 'src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, WITNESS_PORT: '0', ...environment },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => (texts[name] += chunk));
  }
  return { child, stdout: () => texts.stdout, stderr: () => texts.stderr };
};

const endOf = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
};

/** Runs the service to its end. */
export const runToEnd = async (environment: Environment): Promise<EndedProcess> => {
  const { child, stdout, stderr } = start(environment);
  return { code: await endOf(child), stdout: stdout(), stderr: stderr() };
};

/** Sends SIGINT to a service that starts, as soon as `reached` says so, and waits for its end. */
export const interruptStart = async (
  environment: Environment,
  reached: () => boolean,
): Promise<EndedProcess> => {
  const { child, stdout, stderr } = start(environment);
  const ended = endOf(child);
  const deadline = Date.now() + startMilliseconds;
  while (!reached() && child.exitCode === null && Date.now() < deadline) await pause(20);
  child.kill('SIGINT');
  return { code: await ended, stdout: stdout(), stderr: stderr() };
};

/** Starts the service and waits until it says where it answers. Whoever starts it ends it. `nodeOptions` are as `--cpu-prof` is. */
export const startServiceProcess = async (
  environment: Environment,
  nodeOptions: readonly string[] = [],
): Promise<ServiceProcess> => {
  const { child, stderr } = start(environment, nodeOptions);
  const ended = endOf(child);
  const deadline = AbortSignal.timeout(startMilliseconds);
  for (;;) {
    const url = /Witness answers at (http:\S+)/.exec(stderr())?.[1];
    if (url !== undefined && child.pid !== undefined) {
      const end = (signal: NodeJS.Signals): Promise<number | null> => {
        child.kill(signal);
        return ended;
      };
      return { url, pid: child.pid, output: stderr, ended, end };
    }
    if (child.exitCode !== null || deadline.aborted) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start:\n${stderr()}`);
    }
    await Promise.race([once(child.stderr!, 'data', { signal: deadline }), ended]).catch(() => undefined);
  }
};
