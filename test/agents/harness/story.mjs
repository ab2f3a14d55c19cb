import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAcpClient } from './acp-client.mjs';
import { installAgent } from './install.mjs';
import { startStubModel } from './stub-model.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const witness = here('../../../libs/cli/bin/witness.mjs');

const turn = 'Say what this session has.';

/** Only what an agent needs: nothing of the caller's own keys or settings reaches it. */
const cleanEnvironment = ({ home, temp, extra }) => ({
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local/share'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_STATE_HOME: join(home, '.local/state'),
  TMPDIR: temp,
  TERM: 'dumb',
  LANG: 'C.UTF-8',
  ...extra,
});

const openAgent = async (client) => {
  const initialized = await client.request('initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'story', version: '1.0.0' },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
  });
  if (initialized.error)
    throw new Error(`The agent refused initialize: ${JSON.stringify(initialized.error)}`);
};

const prompt = async (client, agent, sessionId) => {
  if (agent.mode) await client.request('session/set_mode', { sessionId, modeId: agent.mode });
  const answer = await client.request('session/prompt', {
    sessionId,
    prompt: [{ type: 'text', text: turn }],
  });
  if (answer.error) throw new Error(`The prompt failed: ${JSON.stringify(answer.error)}`);
};

/** A home, a project and a model of its own for one agent, and the command that starts it under `witness run`. */
const setStage = async ({ agent, serviceUrl, sessionId, taskId }) => {
  const executable = await installAgent(agent);
  const temp = await mkdtemp(join(tmpdir(), 'witness-story-'));
  const home = join(temp, 'home');
  const cwd = join(temp, 'project');
  const log = join(temp, 'notes.jsonl');
  await Promise.all([home, cwd].map((folder) => mkdir(folder)));
  const model = await startStubModel({ wantedTool: 'session_mcp_report', turn });
  const place = { home, cwd, modelUrl: model.url };
  await agent.prepare?.(place);
  const flags = ['--task', taskId, '--session', sessionId];
  const command = [process.execPath, witness, 'run', ...flags, '--', executable, ...agent.args];
  const env = cleanEnvironment({ home, temp, extra: { WITNESS_URL: serviceUrl, ...agent.env(place) } });

  return {
    cwd,
    mcpServers: [
      { name: 'notes', command: process.execPath, args: [here('third-party-server.mjs'), log], env: [] },
    ],
    inNewProcess: async (work) => {
      const client = startAcpClient({ command, cwd, env });
      try {
        await openAgent(client);
        return await work(client);
      } finally {
        await client.close();
      }
    },
    thirdPartySaw: async () => {
      const seen = await readFile(log, 'utf8').catch(() => '');
      return seen
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).method);
    },
    clear: async () => {
      await model.close();
      await rm(temp, { recursive: true, force: true, maxRetries: 5 });
    },
  };
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
  const stage = await setStage({ agent, serviceUrl, sessionId, taskId });
  const { cwd, mcpServers } = stage;
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
    const first = await stage.inNewProcess(newSession);
    onStep(`${agent.name}: session/load in a new process, then a prompt`);
    const second = await stage.inNewProcess((client) => loadSession(client, first.acpSessionId));
    return {
      sessionId,
      afterNew: first.report,
      afterLoad: second.report,
      loadError: second.error,
      thirdPartySaw: await stage.thirdPartySaw(),
    };
  } finally {
    await stage.clear();
  }
};
