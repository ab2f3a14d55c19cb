import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Said = Readonly<Record<string, unknown>>;

export interface OwnerProcess {
  readonly child: ChildProcess;
  /** The next thing it says; undefined when it has ended. */
  next(): Promise<Said | undefined>;
  ended(): Promise<unknown>;
}

const root = join(import.meta.dirname, '../../..');

/** Runs `owner.ts` in a process, and a process group, of its own. */
export function startOwner(args: readonly string[], options: SpawnOptions = {}): OwnerProcess {
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=@mcp-witness/source', '--import', './test/support/typescript.mjs'],
      ...[join(import.meta.dirname, 'owner.ts'), ...args],
    ],
    { cwd: root, detached: true, ...options, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const end = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    next: async () => {
      const line = await lines.next();
      return line.done ? undefined : (JSON.parse(line.value) as Said);
    },
    ended: () => end,
  };
}
