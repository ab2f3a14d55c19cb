import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attempt } from '@mcp-witness/evidence';
import { startHttpSentinels } from '../sentinels/http.mjs';
import { attemptsOf } from './attempts.ts';
import type { Agent } from './registry.d.mts';
import { entriesOf, firstSet, otherSet, profile, wantedTools } from './servers.ts';
import { setStage, type Stage } from './stage.mjs';
import { type Play, type Step, stepsOf } from './steps.ts';
import { type Log, readLog } from './tally.ts';
import { once } from './wait.ts';

export interface Life {
  readonly sessionId: string;
  readonly steps: readonly Step[];
  /** The attempt of every step after the agent's processes have ended. */
  readonly ended: readonly Attempt[];
  readonly log: Log;
}

const tap = fileURLToPath(new URL('tap.mjs', import.meta.url));

type InProcess = (name: string) => Parameters<Stage['inNewProcess']>[0];

/** In the process that has the session. */
function liveFirst(
  stage: Stage,
  play: Play,
  start: InProcess,
): Promise<{ steps: readonly Step[]; acpSessionId: string }> {
  return stage.inNewProcess(start('first'), async (client, capabilities) => {
    const process = stepsOf(play, client, { name: 'first', acpSessionId: null });
    const { resume, fork } = capabilities.sessionCapabilities ?? {};
    const steps = [await process.step('new', 'session/new', firstSet)];
    const acpSessionId = process.session();
    steps.push(await process.step('load with the same servers', 'session/load', firstSet));
    steps.push(await process.step('load with other servers', 'session/load', otherSet));
    if (resume) steps.push(await process.step('resume', 'session/resume', firstSet));
    if (fork) steps.push(await process.step('fork', 'session/fork', firstSet));
    return { steps, acpSessionId };
  });
}

function liveAnew(stage: Stage, play: Play, start: InProcess, acpSessionId: string): Promise<Step> {
  return stage.inNewProcess(start('second'), (client) =>
    stepsOf(play, client, { name: 'second', acpSessionId }).step(
      'load in a new process',
      'session/load',
      firstSet,
    ),
  );
}

/**
 * Every session call that the agent has, each followed by a prompt that calls a tool of every server: in one process,
 * then once more in a new one. Servers are given observed and not, over every transport, and one that cannot start.
 */
export async function live(agent: Agent, serviceUrl: string): Promise<Life> {
  const stage = await setStage({ agent, serviceUrl, wantedTools });
  const logFile = join(stage.temp, 'notes.jsonl');
  const profileFile = join(stage.temp, 'profile.json');
  const sentinels = await startHttpSentinels(logFile);
  const ids = { sessionId: randomUUID(), taskId: randomUUID() };
  const attempts = attemptsOf(serviceUrl, ids);
  const play: Play = { agent, cwd: stage.cwd, attempts, logFile, entry: entriesOf(sentinels, logFile) };
  const start: InProcess = (name) => ({
    flags: ['--task', ids.taskId, '--session', ids.sessionId, '--profile', profileFile],
    before: [process.execPath, tap, logFile, name, '--'],
  });
  try {
    await writeFile(profileFile, JSON.stringify(profile));
    const { steps: first, acpSessionId } = await liveFirst(stage, play, start);
    const steps = [...first, await liveAnew(stage, play, start, acpSessionId)];
    const ended = await once(
      () => Promise.all(steps.map(({ attempt }) => attempts.read(attempt.attachment_attempt_id))),
      (all) => all.every(({ ended_at }) => ended_at !== null),
    );
    return { sessionId: ids.sessionId, steps, ended, log: await readLog(logFile) };
  } finally {
    await sentinels.close();
    await stage.clear();
  }
}
