/** ACP agents that are known by a name, and how each is started. */
export const probeAgents: Readonly<Record<string, readonly [string, ...string[]]>> = {
  auggie: ['auggie', '--acp'],
  claude: ['claude-agent-acp'],
  cline: ['cline', '--acp'],
  codex: ['codex-acp'],
  copilot: ['copilot', '--acp'],
  gemini: ['gemini', '--acp'],
  kimi: ['kimi', 'acp'],
  opencode: ['opencode', 'acp'],
  pi: ['pi-acp'],
  qwen: ['qwen', '--acp'],
};

/** Modes in which an agent calls tools without asking a second model; the others begin in one. */
export const probeModes: Readonly<Record<string, string>> = {
  claude: 'default',
  codex: 'agent-full-access',
};
