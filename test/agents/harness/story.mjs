import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * One user's day with a real agent under `witness run`: a new session with a third-party server and one prompt, then,
 * in a new process, the same session loaded again.
 * @param {{ agent: import('./registry.mjs').Agent, serviceUrl: string, sessionId?: string, taskId?: string,
 *   onStep?: (text: string) => void }} options
 * @returns {Promise<{ sessionId: string, acpSessionId: string, loadError: object | null, thirdPartySaw: string[] }>}
 */
export const playStory = async ({
  agent,
  serviceUrl,
  sessionId = randomUUID(),
  taskId = 'demo',
  onStep = () => {},
}) => {
  const executable = await installAgent(agent);
  const temp = await mkdtemp(join(tmpdir(), 'witness-story-'));
  const home = join(temp, 'home');
  const cwd = join(temp, 'project');
  const log = join(temp, 'notes.jsonl');
  await Promise.all([home, cwd].map((folder) => mkdir(folder)));
  const model = await startStubModel({ wantedTool: 'session_mcp_report', turn });
  const place = { home, cwd, modelUrl: model.url };
  await agent.prepare?.(place);

  const command = [
    process.execPath,
    witness,
    'run',
    '--task',
    taskId,
    '--session',
    sessionId,
    '--',
    executable,
    ...agent.args,
  ];
  const env = cleanEnvironment({ home, temp, extra: { WITNESS_URL: serviceUrl, ...agent.env(place) } });
  const mcpServers = [
    { name: 'notes', command: process.execPath, args: [here('third-party-server.mjs'), log], env: [] },
  ];
  const inNewProcess = async (work) => {
    const client = startAcpClient({ command, cwd, env });
    try {
      await openAgent(client);
      return await work(client);
    } finally {
      await client.close();
    }
  };

  try {
    onStep(`${agent.name}: session/new with the server "notes", then a prompt`);
    const acpSessionId = await inNewProcess(async (client) => {
      const opened = await client.request('session/new', { cwd, mcpServers });
      if (opened.error) throw new Error(`session/new failed: ${JSON.stringify(opened.error)}`);
      await prompt(client, agent, opened.result.sessionId);
      return opened.result.sessionId;
    });
    onStep(`${agent.name}: session/load in a new process, then a prompt`);
    const loadError = await inNewProcess(async (client) => {
      const loaded = await client.request('session/load', { sessionId: acpSessionId, cwd, mcpServers });
      if (loaded.error) return loaded.error;
      await prompt(client, agent, acpSessionId);
      return null;
    });
    const seen = await readFile(log, 'utf8').catch(() => '');
    const thirdPartySaw = seen
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).method);
    return { sessionId, acpSessionId, loadError, thirdPartySaw };
  } finally {
    await model.close();
    await rm(temp, { recursive: true, force: true, maxRetries: 5 });
  }
};
