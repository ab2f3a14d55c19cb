import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentExit, AgentProcess } from './agent-process.ts';
import type { Attachments } from './attachments.ts';
import { pumpAnswers, pumpRequests } from './pump.ts';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What the agent wrote before it ended is in the pipe; who keeps the pipe open after that is not waited for longer. */
const lastWordsMs = 2000;

function forwardSignals(agent: AgentProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    agent.signal(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  return () => {
    for (const signal of forwarded) process.off(signal, forward);
  };
}

/**
 * Stands between a host and an agent until the agent has ended and everything that it wrote was passed on. Signals that
 * reach this process meanwhile are the agent's.
 */
export async function relay(parts: {
  readonly agent: AgentProcess;
  readonly attachments: Attachments;
  readonly input: Readable;
  readonly output: Writable;
}): Promise<AgentExit> {
  const { agent, attachments, input, output } = parts;
  const ignore = (): void => undefined;
  agent.stdin.on('error', ignore);
  output.on('error', ignore);
  const stopForwarding = forwardSignals(agent);
  void pumpRequests(input, agent.stdin, attachments);
  const answers = pumpAnswers(agent.stdout, output, attachments);
  const exit = await agent.exit;
  await agent.endGroup();
  await Promise.race([answers, delay(lastWordsMs, undefined, { ref: false })]);
  stopForwarding();
  input.destroy();
  return exit;
}
