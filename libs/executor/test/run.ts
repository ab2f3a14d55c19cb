import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { EvidenceEvent, EvidenceOf, EvidenceType } from '@mcp-witness/evidence';
import { runAgent, type RunOptions } from '../src/run.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

export const agentFile = fileURLToPath(new URL('./agent.mjs', import.meta.url));

export type Message = Record<string, unknown>;

/** One run of the scripted agent under the relay, with this test as its host. */
export interface Run {
  readonly service: FakeService;
  readonly spoolDirectory: string;
  readonly troubles: readonly string[];
  /** Everything that the host got, as bytes. */
  readonly output: () => Buffer;
  /** Everything that the agent got, as bytes. */
  readonly received: () => Promise<Buffer>;
  /** Writes bytes, or a message as a line. */
  send(message: Buffer | string | Message): void;
  /** The first message that the host got with this id, or of this method. */
  message(wanted: { readonly id?: unknown; readonly method?: string }): Promise<Message>;
  /** Sends a request and waits for its answer. */
  ask(id: string | number, method: string, params?: unknown): Promise<Message>;
  endInput(): void;
  /** Waits for the end of the run. */
  readonly exit: Promise<number>;
}

export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const ofType = <Type extends EvidenceType>(
  events: readonly EvidenceEvent[],
  type: Type,
): readonly EvidenceOf<Type>[] =>
  events.filter((event) => event.type === type) as unknown as readonly EvidenceOf<Type>[];

function messagesIn(output: Buffer): Message[] {
  return output
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Message];
      } catch {
        return [];
      }
    });
}

interface Given extends Partial<Omit<RunOptions, 'input' | 'output'>> {
  /** The agent's script. */
  readonly agent?: Message;
}

function start(given: Given, directory: string, service: FakeService): Run {
  const { agent = {}, ...options } = given;
  const record = join(directory, 'received');
  const input = new PassThrough();
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  const troubles: string[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  const spoolDirectory = options.spoolDirectory ?? join(directory, 'spool');
  const exit = runAgent({
    command: [
      process.execPath,
      agentFile,
      JSON.stringify({ record, mcpCapabilities: { http: true }, ...agent }),
    ],
    session: null,
    task: null,
    inject: true,
    environment: process.env,
    service: { url: service.url, apiKey: null },
    onTrouble: (line) => troubles.push(line),
    onDetail: () => undefined,
    ...options,
    spoolDirectory,
    input,
    output,
  });
  const run: Run = {
    service,
    spoolDirectory,
    troubles,
    exit,
    output: () => Buffer.concat(chunks),
    received: () => readFile(record).catch(() => Buffer.alloc(0)),
    send(message) {
      const isMessage = typeof message === 'object' && !Buffer.isBuffer(message);
      input.write(isMessage ? `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n` : message);
    },
    message: ({ id, method }) =>
      until(`a message ${JSON.stringify({ id, method })}`, () =>
        messagesIn(Buffer.concat(chunks)).find((one) =>
          method === undefined ? one.id === id && !('method' in one) : one.method === method,
        ),
      ),
    ask(id, method, params) {
      run.send({ id, method, params });
      return run.message({ id });
    },
    endInput: () => input.end(),
  };
  return run;
}

/** Starts a run, hands it to `use`, and ends whatever is left of it. */
export async function withRun(given: Given, use: (run: Run) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'witness-run-'));
  const service = await startFakeService();
  try {
    const run = start(given, directory, service);
    try {
      await use(run);
    } finally {
      run.endInput();
      await run.exit;
    }
  } finally {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  }
}
