import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const programOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export interface Program {
  readonly child: ChildProcess;
  readonly end: () => Promise<void>;
}

/** A program of Node in a process of its own, with its stderr ours. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  return {
    child,
    async end() {
      child.stdin.end();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** One that serves, and says at which address. */
export async function startServing(
  name: string,
  ...args: readonly string[]
): Promise<Program & { readonly url: string }> {
  const program = startProgram([programOf(name), ...args]);
  const [line] = (await once(program.child.stdout!, 'data')) as [Buffer];
  return { ...program, url: line.toString().trim() };
}
