import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentExit, AgentProcess } from './agent-process.ts';
import type { Attachments } from './attachments.ts';
import { type Passed, pumpAnswers, pumpRequests } from './pump.ts';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Who keeps the agent's output open after its end, and says nothing for so long, is not waited for. */
const silenceMs = 1000;

function forwardSignals(agent: AgentProcess): () => void {
  const forward = (signal: NodeJS.Signals): void => {
    agent.signal(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  return () => {
    for (const signal of forwarded) process.off(signal, forward);
  };
}

/** Resolves when all that the agent wrote was passed on, however slowly the host reads. */
async function lastWords(answers: Promise<void>, passed: Passed, output: Writable): Promise<void> {
  const end = answers.then(() => true);
  let before = -1;
  for (;;) {
    const ended = await Promise.race([end, delay(silenceMs, false, { ref: false })]);
    if (ended || (passed.bytes === before && !output.writableNeedDrain)) return;
    before = passed.bytes;
  }
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
  output.on('error', () => undefined);
  const stopForwarding = forwardSignals(agent);
  void pumpRequests(input, agent.stdin, attachments);
  const passed = { bytes: 0 };
  const answers = pumpAnswers(agent.stdout, output, attachments, passed);
  const exit = await agent.exit;
  await agent.endGroup();
  await lastWords(answers, passed, output);
  stopForwarding();
  input.destroy();
  return exit;
}
