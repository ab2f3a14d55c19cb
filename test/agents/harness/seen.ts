import type { Facts } from './probe-facts.ts';

/** These turn out one way or another by how busy the machine is. */
export const passing: readonly (keyof Facts)[] = ['mcp', 'reached'];

const all = { stdio: 'lists', http: 'lists', sse: 'lists', called: 'yes' } as const;

/** What was seen of the agents without the probe, by wire logs and the servers' own notes; `version` says of which. */
export const seen: Readonly<Record<string, Facts>> = {
  opencode: {
    ...all,
    version: '1.18.33',
    client: 'opencode/1.18.33',
    mcp: '2025-11-25',
    reached: 'before',
    again: 'keeps',
    load: 'connects',
    fork: 'connects',
    close: 'ends nothing',
  },
  claude: {
    ...all,
    version: '0.101.0',
    client: 'claude-code/2.1.318',
    mcp: '2026-07-28',
    reached: 'before',
    again: 'keeps',
    load: 'connects',
    fork: 'connects',
    close: 'ends stdio',
  },
  copilot: {
    ...all,
    version: '1.0.102',
    client: 'copilot-cli/1.0.102',
    mcp: '2026-07-28',
    reached: 'after',
    stdio: 'leaves out',
    again: 'refuses (-32602)',
    load: 'refuses (-32602)',
    fork: 'not offered',
    close: 'not offered',
  },
  codex: {
    ...all,
    version: '0.16.0',
    client: 'codex-mcp-client/0.137.0',
    mcp: '2025-06-18',
    reached: 'after',
    sse: 'not taken',
    again: 'keeps',
    load: 'keeps',
    fork: 'not offered',
    close: 'ends stdio, http',
  },
  codex2: {
    ...all,
    version: '2.6.0',
    client: 'codex-mcp-client/0.166.0',
    mcp: '2025-06-18',
    reached: 'after',
    sse: 'not taken',
    again: 'keeps',
    load: 'keeps',
    fork: 'refuses (-32603)',
    close: 'ends nothing',
  },
  gemini: {
    ...all,
    version: '0.61.0',
    client: 'gemini-cli-mcp-client/0.61.0',
    mcp: '2025-06-18',
    reached: 'before',
    again: 'refuses (-32603), connects',
    load: 'refuses (-32603), connects',
    fork: 'not offered',
    close: 'not offered',
  },
  qwen: {
    ...all,
    version: '0.24.4',
    client: 'qwen-cli-mcp-client-sentinel_http/0.0.1',
    mcp: '2025-11-25',
    reached: 'before',
    again: 'keeps',
    load: 'keeps',
    fork: 'not offered',
    close: 'not offered',
  },
};

/**
 * Where a probe of the same version says something else. Claude ends the process of its stdio server too, but over the modern
 * protocol a server has no connection whose end it could tell. Codex forks a session once there was a turn in it, as there is in
 * a probe. Of Copilot nobody had tried to close a session.
 */
export const knownDifferences: Readonly<Record<string, Partial<Facts>>> = {
  claude: { close: 'ends sse' },
  codex2: { fork: 'connects' },
  copilot: { close: 'ends sse' },
};
