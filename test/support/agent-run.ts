import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runAgent } from '@mcp-witness/executor';
import { readProfile } from '../../libs/executor/src/profile/validate.ts';

const agentFile = fileURLToPath(new URL('../../libs/executor/test/agent.mjs', import.meta.url));

type Message = Readonly<Record<string, unknown>>;

/** The scripted agent under the relay in this process, with the test as its host. */
export interface AgentRun {
  readonly directory: string;
  /** What the host got of the agent's standard error. */
  readonly errors: () => string;
  ask(id: number, method: string, params: object): Promise<Message>;
}

interface Given {
  readonly url: string;
  readonly session: string;
  readonly profile: object;
  readonly environment?: Readonly<Record<string, string>>;
}

const patienceMilliseconds = 60_000;

/** Runs it for the length of `use`, and ends it. */
export async function withAgentRun(
  { url, session, profile, environment = {} }: Given,
  use: (run: AgentRun) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-agent-'));
  const reading = readProfile({ version: 1, ...profile });
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let [heard, complained] = ['', ''];
  output.setEncoding('utf8').on('data', (text: string) => (heard += text));
  errors.setEncoding('utf8').on('data', (text: string) => (complained += text));
  const exit = runAgent({
    command: [process.execPath, agentFile, JSON.stringify({ mcpCapabilities: { http: true, sse: true } })],
    session,
    task: 'task-1',
    inject: true,
    profile: reading.profile,
    service: { url, apiKey: null },
    spoolDirectory: join(directory, 'spool'),
    environment: { PATH: process.env.PATH, ...environment },
    input,
    output,
    errors,
    onTrouble: () => undefined,
    onDetail: () => undefined,
  });
  const answerTo = (id: number): Message | undefined =>
    heard
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Message)
      .find((message) => message.id === id && !('method' in message));
  try {
    await use({
      directory,
      errors: () => complained,
      async ask(id, method, params) {
        input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
        const deadline = Date.now() + patienceMilliseconds;
        for (;;) {
          const answer = answerTo(id);
          if (answer !== undefined) return answer;
          if (Date.now() > deadline) throw new Error(`No answer to ${method}.`);
          await pause(10);
        }
      },
    });
  } finally {
    input.end();
    await exit;
    await rm(directory, { recursive: true, force: true });
  }
}
