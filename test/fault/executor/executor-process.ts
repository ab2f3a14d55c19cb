import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const loader = ['--conditions=@mcp-witness/source', '--import', join(root, 'test/support/typescript.mjs')];
const agent = [process.execPath, join(root, 'libs/executor/test/agent.mjs')];

interface Surroundings {
  readonly serviceUrl: string;
  readonly stateDirectory: string;
}

function startRun(
  flags: readonly string[],
  agentCommand: readonly string[],
  around: Surroundings,
): ChildProcess {
  const args = [...loader, join(root, 'libs/cli/src/main.ts'), 'run', ...flags, '--', ...agentCommand];
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: around.stateDirectory,
      WITNESS_URL: around.serviceUrl,
      WITNESS_STATE_DIR: around.stateDirectory,
    },
  });
}

/** `witness run` with the scripted agent, in a process of its own, with the test as its host. */
export interface ExecutorProcess {
  /** Resolves when the host has got a message with this text, and when the executor has ended before that. */
  heard(text: string): Promise<void>;
  /** Whether the host got the answer to `session/new`. */
  readonly isSessionOpen: () => boolean;
  kill(): Promise<void>;
}

/** Opens a session and lets the agent call the tools of these servers without end. */
export function startBusyExecutor(
  around: Surroundings & { readonly session: string; readonly profile: string },
  work: readonly { readonly name: string; readonly tool: string; readonly era: string }[],
): ExecutorProcess {
  const flags = ['--session', around.session, '--profile', around.profile];
  const child = startRun(flags, [...agent, JSON.stringify({ mcpCapabilities: { http: true } })], around);
  const ended = once(child, 'exit');
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin?.on('error', () => undefined);
  const ask = (id: number, method: string, params: object): void => {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  };
  ask(0, 'initialize', { protocolVersion: 1 });
  ask(1, 'session/new', { cwd: '/work', mcpServers: [] });
  work.forEach((one, index) => {
    ask(2 + index, 'test/work', one);
  });
  return {
    async heard(text) {
      while (!output.includes(text) && child.exitCode === null && child.signalCode === null) {
        await Promise.race([ended, once(child.stdout!, 'data')]);
      }
    },
    isSessionOpen: () => output.includes('"sessionId"'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A whole run of an agent that does nothing: it sends what dead executors left, as far as a second goes. */
export async function runIdleExecutor(around: Surroundings): Promise<void> {
  const child = startRun(['--no-inject'], [process.execPath, '--eval', ''], around);
  child.stdin?.end();
  child.stdout?.resume();
  await once(child, 'exit');
}
