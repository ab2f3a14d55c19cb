import { hostname } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { sanitizeCommand } from '@mcp-witness/evidence';
import { type Endpoint, startEndpoint } from './endpoint/index.ts';
import { newId } from './ids.ts';
import { seen } from './journal/fact.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { createLocalReports, type LocalReports } from './journal/local-reports.ts';
import { createProducer } from './journal/producer.ts';
import { type AgentExit, exitCode, startAgent } from './relay/agent-process.ts';
import { type Attachments, createAttachments } from './relay/attachments.ts';
import { createSessionIdentity } from './relay/identity.ts';
import type { BuiltIn } from './relay/injection.ts';
import { relay } from './relay/relay.ts';
import { createHttpSink } from './sender/http-sink.ts';
import { createSender, type Sender, type SenderTrouble } from './sender/sender.ts';
import { openSpool, type OpenSpool } from './spool/open-spool.ts';
import { withOrphans } from './spool/own-and-orphans.ts';
import { thisProcess } from './spool/place.ts';

/** The name under which the in-session server is delivered. */
export const builtInName = 'witness';

export interface RunOptions {
  /** The agent's command; no shell reads it. */
  readonly command: readonly [string, ...string[]];
  /** Every session call of this process belongs to this session. */
  readonly session: string | null;
  readonly task: string | null;
  /** False: no server is added, and nothing but the host's ids is taken out. */
  readonly inject: boolean;
  readonly service: { readonly url: string; readonly apiKey: string | null };
  /** Where evidence waits until it is sent. */
  readonly spoolDirectory: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Told of what a person has to know, one line at a time. */
  readonly onTrouble: (line: string) => void;
  /** Told of what may help to understand what happened. */
  readonly onDetail: (line: string) => void;
}

/** At most this long is sent on after the agent has ended; the rest is sent by the next run. */
const lastSendMs = 1000;
const lastEvidenceMs = 500;

const problems: Readonly<Record<SenderTrouble['kind'], (trouble: SenderTrouble) => string>> = {
  unauthorized: () =>
    'the service does not take our credentials; evidence stays on this disk until a run with a valid WITNESS_API_KEY',
  refused: (trouble) =>
    `the service refused evidence for good (${trouble.kind === 'refused' ? trouble.code : ''}); such events are dropped`,
};

function createBuiltIn(endpoint: Promise<Endpoint | null>): BuiltIn {
  return {
    name: builtInName,
    address: async (attempt_id) =>
      (await endpoint)?.addAttempt(attempt_id, { server_name: builtInName }) ?? null,
  };
}

function sayHowItEnded(exit: AgentExit, options: RunOptions): void {
  if (exit.kind !== 'not-started') return;
  const [command] = options.command;
  const why = {
    missing: 'there is no such command in PATH; give the path of the agent after --',
    'not-executable': 'the file may not be executed',
    other: 'the system refused to start it',
  }[exit.reason];
  options.onTrouble(`cannot start ${JSON.stringify(command)}: ${why}`);
}

async function endAttempts(
  exit: AgentExit,
  attachments: Attachments,
  endpoint: Endpoint | null,
): Promise<void> {
  if (endpoint !== null) {
    const closed = endpoint.close().catch(() => undefined);
    await Promise.race([closed, delay(lastEvidenceMs, undefined, { ref: false })]);
  }
  attachments.ended(exit.kind === 'killed' ? 'killed' : 'exited', exitCode(exit));
}

interface Delivery {
  readonly spool: OpenSpool;
  readonly sender: Sender;
  readonly journal: Journal;
  readonly reports: LocalReports;
  finish(): Promise<void>;
}

async function openDelivery(executor_id: string, options: RunOptions): Promise<Delivery> {
  const self = thisProcess(executor_id);
  const reports = createLocalReports();
  const losses = createProducer(`${executor_id}/spool`);
  let wake = (): void => undefined;
  const spool = await openSpool(options.spoolDirectory, self, {
    lossEvent: (attempt_id, count, reason_code) =>
      losses.event(attempt_id, seen('evidence-lost', { count, reason_code })),
    onKept: () => {
      wake();
    },
  });
  const backlog = withOrphans(spool, options.spoolDirectory, self);
  const sender = createSender({
    sink: createHttpSink(options.service),
    backlog,
    onTrouble: (trouble) => {
      options.onTrouble(problems[trouble.kind](trouble));
    },
  });
  wake = () => {
    sender.wake();
  };
  sender.wake();
  return {
    spool,
    sender,
    reports,
    journal: createJournal({
      executor_id,
      spool,
      onEvent: (event) => {
        reports.take(event);
      },
    }),
    async finish() {
      await spool.settle();
      await sender.finish(lastSendMs);
      await backlog.release();
      const { unkept } = await spool.finish();
      if (unkept > 0)
        options.onTrouble(`${unkept} events of evidence could neither be sent nor kept on disk`);
    },
  };
}

/**
 * Runs an agent under the relay until it ends, and answers with the exit code that is to be ours. Nothing of the agent
 * waits for the service; evidence that could not be sent stays in the spool directory for the next run.
 */
export async function runAgent(options: RunOptions): Promise<number> {
  const executor_id = newId();
  const agent = startAgent(options.command);
  const delivery = await openDelivery(executor_id, options);
  const endpoint = options.inject ? openEndpoint(delivery) : Promise.resolve(null);
  const attachments = createAttachments({
    identity: createSessionIdentity(options),
    keeper: delivery.journal.relay,
    builtIn: options.inject ? createBuiltIn(endpoint) : null,
    execution: {
      execution_id: executor_id,
      host: hostname(),
      agent: { id: sanitizeCommand(options.command[0]), pid: agent.pid },
    },
  });
  const exit = await relay({ agent, attachments, input: options.input, output: options.output });
  sayHowItEnded(exit, options);
  await endAttempts(exit, attachments, await endpoint);
  await delivery.finish();
  return exitCode(exit);
}

function openEndpoint({ journal, reports }: Delivery): Promise<Endpoint | null> {
  return startEndpoint({
    onEvidence: (attempt_id, evidence) => {
      journal.endpoint.note(attempt_id, [evidence]);
    },
    readReport: (attempt_id) => Promise.resolve(reports.reportOf(attempt_id)),
  }).catch(() => null);
}
