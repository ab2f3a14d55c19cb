import { fileURLToPath } from 'node:url';
import { startAcpClient } from './acp-client.mjs';
import { installAgent } from './install.mjs';
import { openPlace } from './place.mjs';

const witness = fileURLToPath(new URL('../../../libs/cli/bin/witness.mjs', import.meta.url));

const turn = 'Say what this session has.';

const openAgent = async (client) => {
  const initialized = await client.request('initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'story', version: '1.0.0' },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
  });
  if (initialized.error)
    throw new Error(`The agent refused initialize: ${JSON.stringify(initialized.error)}`);
  return initialized.result;
};

/** One turn, in which the model calls every wanted tool that the agent offers it. */
export const prompt = async (client, agent, sessionId) => {
  if (agent.mode) await client.request('session/set_mode', { sessionId, modeId: agent.mode });
  const answer = await client.request('session/prompt', {
    sessionId,
    prompt: [{ type: 'text', text: turn }],
  });
  if (answer.error) throw new Error(`The prompt failed: ${JSON.stringify(answer.error)}`);
};

/**
 * A home, a project and a model of its own for one agent, which is started under `witness run` with `flags`. `before`
 * gives words that go before the agent's command.
 */
export const setStage = async ({ agent, serviceUrl, wantedTools }) => {
  const executable = await installAgent(agent);
  const more = { WITNESS_URL: serviceUrl };
  const { temp, cwd, env, clear } = await openPlace({ agents: [agent], wantedTools, turn, more });

  return {
    cwd,
    temp,
    inNewProcess: async ({ flags, before = [] }, work) => {
      const command = [
        process.execPath,
        witness,
        'run',
        ...flags,
        '--',
        ...before,
        executable,
        ...agent.args,
      ];
      const client = startAcpClient({ command, cwd, env });
      try {
        const { agentCapabilities } = await openAgent(client);
        return await work(client, agentCapabilities);
      } finally {
        await client.close();
      }
    },
    clear,
  };
};
