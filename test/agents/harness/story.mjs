import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prompt, setStage } from './stage.mjs';

const sentinel = fileURLToPath(new URL('../sentinels/stdio.mjs', import.meta.url));

const methodsIn = async (log) => {
  const seen = await readFile(log, 'utf8').catch(() => '');
  return seen
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).method)
    .filter((method) => method !== undefined);
};

/**
 * The session's report once `holds` is true of it; the newest one when it is not within the deadline. Waits by evidence,
 * not by a pause: an agent lists tools when it likes.
 */
const reportWhen = async ({ serviceUrl, sessionId, holds, deadlineMs = 20_000 }) => {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await fetch(`${serviceUrl}/v1/sessions/${encodeURIComponent(sessionId)}/report`);
    const report = answer.ok ? await answer.json() : null;
    if ((report !== null && holds(report)) || Date.now() > end) return report;
    await delay(200);
  }
};

const builtIn = (report) => report.current.servers.find(({ source }) => source === 'built_in');

/**
 * One user's day with a real agent under `witness run`: a new session with a third-party server and one prompt, then,
 * in a new process, the same session loaded again. Both reports are taken while the agent still runs.
 */
export const playStory = async (options) => {
  const { agent, serviceUrl, sessionId = randomUUID(), taskId = 'demo', onStep = () => {} } = options;
  const stage = await setStage({ agent, serviceUrl, wantedTools: ['session_mcp_report'] });
  const { cwd } = stage;
  const log = join(stage.temp, 'notes.jsonl');
  const mcpServers = [{ name: 'notes', command: process.execPath, args: [sentinel, 'notes', log], env: [] }];
  const start = { flags: ['--task', taskId, '--session', sessionId] };
  const listedIn = (ordinal) => (report) =>
    report.current.ordinal === ordinal && (builtIn(report)?.tools_listed_at ?? null) !== null;
  const usedIn = (ordinal) => (report) =>
    report.current.ordinal === ordinal && builtIn(report)?.evidence === 'used';
  const reportOnce = (holds) => reportWhen({ serviceUrl, sessionId, holds });

  const newSession = async (client) => {
    const opened = await client.request('session/new', { cwd, mcpServers });
    if (opened.error) throw new Error(`session/new failed: ${JSON.stringify(opened.error)}`);
    const acpSessionId = opened.result.sessionId;
    await reportOnce(listedIn(1));
    await prompt(client, agent, acpSessionId);
    return { acpSessionId, report: await reportOnce(usedIn(1)) };
  };
  const loadSession = async (client, acpSessionId) => {
    const loaded = await client.request('session/load', { sessionId: acpSessionId, cwd, mcpServers });
    await reportOnce(listedIn(2));
    if (!loaded.error) await prompt(client, agent, acpSessionId);
    const report = await reportOnce(loaded.error ? (now) => now.current.session_error !== null : usedIn(2));
    await options.whileLoaded?.();
    return { report, error: loaded.error ?? null };
  };

  try {
    onStep(`${agent.name}: session/new with the server "notes", then a prompt`);
    const first = await stage.inNewProcess(start, newSession);
    onStep(`${agent.name}: session/load in a new process, then a prompt`);
    const second = await stage.inNewProcess(start, (client) => loadSession(client, first.acpSessionId));
    return {
      sessionId,
      afterNew: first.report,
      afterLoad: second.report,
      loadError: second.error,
      thirdPartySaw: await methodsIn(log),
    };
  } finally {
    await stage.clear();
  }
};
