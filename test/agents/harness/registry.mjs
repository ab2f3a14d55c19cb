import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const settings = async (folder, file, content) => {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, file),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  );
};

const modern = { era: 'modern', protocol_version: '2026-07-28' };
const settled25 = { era: 'legacy', protocol_version: '2025-11-25' };
const settled06 = { era: 'legacy', protocol_version: '2025-06-18' };

/** @type {readonly import('./registry.d.mts').Agent[]} */
export const agents = [
  {
    name: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    bin: 'copilot',
    args: ['--acp'],
    era: 'modern',
    protocol: '2026-07-28',
    startsStdio: false,
    alwaysLoads: true,
    speaks: { stdio: null, http: modern, sse: settled25 },
    attachesWhenRefusing: false,
    env: ({ modelUrl }) => ({
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'made-up',
      COPILOT_MODEL: 'stub',
      COPILOT_OFFLINE: 'true',
    }),
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    bin: 'gemini',
    args: ['--acp'],
    era: 'legacy',
    protocol: '2025-06-18',
    startsStdio: true,
    alwaysLoads: false,
    speaks: { stdio: settled06, http: settled06, sse: settled06 },
    attachesWhenRefusing: true,
    env: ({ modelUrl }) => ({
      GEMINI_API_KEY: 'made-up',
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    prepare: ({ home }) =>
      settings(join(home, '.gemini'), 'settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
        model: { name: 'gemini-2.5-flash' },
      }),
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    args: ['acp'],
    era: 'legacy',
    protocol: '2025-11-25',
    startsStdio: true,
    alwaysLoads: true,
    speaks: { stdio: settled25, http: settled25, sse: settled25 },
    attachesWhenRefusing: false,
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    prepare: ({ cwd, modelUrl }) =>
      settings(cwd, 'opencode.json', {
        autoupdate: false,
        share: 'disabled',
        model: 'stub/stub',
        small_model: 'stub/stub',
        provider: {
          stub: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Stub',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'made-up' },
            models: { stub: { name: 'Stub', tool_call: true, limit: { context: 100_000, output: 4096 } } },
          },
        },
        permission: { '*': 'allow' },
      }),
  },
  {
    name: 'claude',
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.101.0',
    bin: 'claude-agent-acp',
    args: [],
    era: 'modern',
    protocol: '2026-07-28',
    startsStdio: true,
    alwaysLoads: true,
    speaks: { stdio: modern, http: modern, sse: settled25 },
    attachesWhenRefusing: false,
    mode: 'default',
    env: ({ modelUrl }) => ({
      ANTHROPIC_API_KEY: 'made-up',
      ANTHROPIC_BASE_URL: modelUrl,
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
];

/** @param {string} name */
export const agentNamed = (name) => {
  const agent = agents.find((one) => one.name === name);
  if (!agent)
    throw new Error(`There is no agent "${name}" here. Known: ${agents.map((one) => one.name).join(', ')}.`);
  return agent;
};
