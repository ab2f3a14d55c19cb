import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentExit, AgentProcess } from './agent-process.ts';
import type { Asides } from './asides.ts';
import type { Attachments } from './attachments.ts';
import type { Ring } from '../recent-output/ring.ts';
import type { LongLines } from './long-lines.ts';
import { passErrors } from './pass-errors.ts';
import { type Passed, pumpAnswers, pumpRequests } from './pump.ts';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Who keeps the agent's output open after its end, and says nothing for so long, is not waited for. */
const silenceMs = 1000;

/** An agent that goes on for so long after it was asked to end is ended, with its process group. */
const patienceMs = 8000;

interface Signals {
  /** Whether one came after the agent's end, when only this process could be meant. */
  readonly meantForUs: boolean;
  stopForwarding(): void;
}

function forwardSignals(agent: AgentProcess, insistAfterMs: number): Signals {
  let insist: NodeJS.Timeout | undefined;
  let ended = false;
  let meantForUs = false;
  const forward = (signal: NodeJS.Signals): void => {
    if (ended) {
      meantForUs = true;
      return;
    }
    agent.signal(signal);
    if (signal !== 'SIGTERM') return;
    insist ??= setTimeout(() => {
      agent.signal('SIGKILL');
    }, insistAfterMs);
  };
  for (const signal of forwarded) process.on(signal, forward);
  void agent.exit.then(() => {
    ended = true;
    clearTimeout(insist);
  });
  return {
    get meantForUs() {
      return meantForUs;
    },
    stopForwarding() {
      for (const signal of forwarded) process.off(signal, forward);
    },
  };
}

/**
 * Resolves when all that the agent wrote was passed on, however slowly the host reads. A host that does not read at all
 * is left once a signal says so.
 */
async function lastWords(
  answers: Promise<void>,
  passed: Passed,
  output: Writable,
  signals: Signals,
): Promise<void> {
  const end = answers.then(() => true);
  let before = -1;
  for (;;) {
    const ended = await Promise.race([end, delay(silenceMs, false, { ref: false })]);
    if (ended) return;
    const moved = passed.bytes !== before;
    if (!moved && signals.meantForUs) output.destroy();
    if (!moved && !output.writableNeedDrain) return;
    before = passed.bytes;
  }
}

/**
 * Stands between a host and an agent until the agent has ended and everything that it wrote was passed on. Signals that
 * reach this process meanwhile are the agent's; one that does not end at SIGTERM within `insistAfterMs` (8,000 when
 * absent) is killed. An agent that goes on after the host closed its input is left to the host.
 */
export async function relay(parts: {
  readonly agent: AgentProcess;
  readonly attachments: Attachments;
  readonly input: Readable;
  readonly output: Writable;
  /** Writes to `output`. */
  readonly asides: Asides;
  /** Where the agent's standard error goes. */
  readonly errors: Writable;
  /** Told what the agent writes beside its protocol. */
  readonly recent: Pick<Ring, 'error' | 'noise'>;
  /** What becomes of lines that are longer than the relay reads. */
  readonly long: LongLines;
  readonly insistAfterMs?: number | undefined;
}): Promise<AgentExit> {
  const { agent, attachments, input, output, asides, errors, recent, long } = parts;
  const { insistAfterMs = patienceMs } = parts;
  output.on('error', () => undefined);
  const signals = forwardSignals(agent, insistAfterMs);
  void pumpRequests(input, agent.stdin, { attachments, long });
  const passed = { bytes: 0 };
  const answers = pumpAnswers(agent.stdout, output, { attachments, asides, noise: recent.noise }, passed);
  const complaints = passErrors(agent.stderr, errors, recent.error);
  const exit = await agent.exit;
  await agent.endGroup();
  await lastWords(answers, passed, output, signals);
  await Promise.race([complaints, delay(silenceMs, undefined, { ref: false })]);
  signals.stopForwarding();
  input.destroy();
  return exit;
}
