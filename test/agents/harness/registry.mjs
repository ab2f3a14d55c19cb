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
const november2025 = { era: 'legacy', protocol_version: '2025-11-25' };
const june2025 = { era: 'legacy', protocol_version: '2025-06-18' };

const codexEnvironment = ({ home }) => ({
  CODEX_HOME: join(home, '.codex'),
  STUB_KEY: 'made-up',
  OPENAI_API_KEY: 'made-up',
});

const prepareCodex = ({ home, modelUrl }) =>
  settings(
    join(home, '.codex'),
    'config.toml',
    [
      'model = "stub"',
      'model_provider = "stub"',
      '[model_providers.stub]',
      'name = "Stub"',
      `base_url = "${modelUrl}/v1"`,
      'env_key = "STUB_KEY"',
      'wire_api = "responses"',
      '',
    ].join('\n'),
  );

/** @type {readonly import('./registry.d.mts').Agent[]} */
export const agents = [
  {
    name: 'copilot',
    probedAs: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    bin: 'copilot',
    args: ['--acp'],
    speaks: { stdio: [], http: [modern, november2025], sse: [november2025] },
    calls: ['session/load'],
    answersLoad: { live: [-32602], anew: [null] },
    reattaches: false,
    reconnectsUnchanged: false,
    env: ({ modelUrl }) => ({
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: 'made-up',
      COPILOT_MODEL: 'stub',
      COPILOT_OFFLINE: 'true',
    }),
  },
  {
    name: 'gemini',
    probedAs: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    bin: 'gemini',
    args: ['--acp'],
    speaks: { stdio: [june2025], http: [june2025], sse: [june2025] },
    calls: ['session/load'],
    answersLoad: { live: [null, -32603], anew: [null, -32603] },
    reattaches: true,
    reconnectsUnchanged: true,
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
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        model: { name: 'gemini-2.5-flash' },
      }),
  },
  {
    name: 'opencode',
    probedAs: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    bin: 'opencode',
    args: ['acp'],
    speaks: { stdio: [november2025], http: [november2025], sse: [november2025] },
    calls: ['session/load', 'session/resume', 'session/fork'],
    answersLoad: { live: [null], anew: [null] },
    reattaches: true,
    reconnectsUnchanged: false,
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    prepare: ({ cwd, modelUrl }) =>
      settings(cwd, 'opencode.json', {
        // Where it is not there opencode puts it there itself.
        $schema: 'https://opencode.ai/config.json',
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
    probedAs: 'claude',
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.101.0',
    bin: 'claude-agent-acp',
    args: [],
    speaks: { stdio: [modern, november2025], http: [modern, november2025], sse: [november2025] },
    calls: ['session/load', 'session/resume', 'session/fork'],
    answersLoad: { live: [null], anew: [null] },
    reattaches: true,
    reconnectsUnchanged: true,
    mode: 'default',
    env: ({ modelUrl }) => ({
      ANTHROPIC_API_KEY: 'made-up',
      ANTHROPIC_BASE_URL: modelUrl,
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    name: 'codex',
    probedAs: 'codex',
    package: '@zed-industries/codex-acp',
    version: '0.16.0',
    bin: 'codex-acp',
    args: [],
    speaks: { stdio: [june2025], http: [june2025], sse: [] },
    calls: ['session/load', 'session/resume'],
    answersLoad: { live: [null], anew: [null] },
    reattaches: false,
    reconnectsUnchanged: false,
    env: codexEnvironment,
    prepare: prepareCodex,
  },
  {
    name: 'codex2',
    probedAs: 'codex',
    package: '@agentclientprotocol/codex-acp',
    version: '2.6.0',
    bin: 'codex-acp',
    args: [],
    speaks: { stdio: [june2025], http: [june2025], sse: [] },
    calls: ['session/load', 'session/resume', 'session/fork'],
    answersLoad: { live: [null], anew: [null] },
    reattaches: false,
    reconnectsUnchanged: false,
    mode: 'agent-full-access',
    env: codexEnvironment,
    prepare: prepareCodex,
  },
  {
    name: 'qwen',
    probedAs: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    bin: 'qwen',
    args: ['--acp'],
    speaks: { stdio: [november2025], http: [november2025], sse: [november2025] },
    calls: ['session/load', 'session/resume'],
    answersLoad: { live: [null], anew: [null] },
    reattaches: false,
    reconnectsUnchanged: false,
    env: ({ modelUrl }) => ({
      OPENAI_API_KEY: 'made-up',
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_MODEL: 'stub',
    }),
    prepare: ({ home }) =>
      settings(join(home, '.qwen'), 'settings.json', {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true },
        model: { name: 'stub' },
        // Without it Qwen brings the file up to date itself.
        $version: 4,
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

export const chosenAgents = () =>
  (process.env.WITNESS_AGENTS ?? 'copilot,gemini').split(',').map((name) => agentNamed(name.trim()));
