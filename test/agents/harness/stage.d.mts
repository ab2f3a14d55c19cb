import type { Agent } from './registry.d.mts';

/** What an ACP client may do with the agent, and what it gets back. */
export interface AcpClient {
  readonly request: (
    method: string,
    params: object,
  ) => Promise<{
    readonly result?: { readonly sessionId?: string };
    readonly error?: { readonly code: number };
  }>;
}

/** The part of `agentCapabilities` that tells which session calls there are. */
export interface Capabilities {
  readonly loadSession?: boolean;
  readonly sessionCapabilities?: { readonly resume?: object | null; readonly fork?: object | null };
}

export interface Stage {
  readonly cwd: string;
  readonly temp: string;
  readonly inNewProcess: <T>(
    start: { readonly flags: readonly string[]; readonly before?: readonly string[] },
    work: (client: AcpClient, capabilities: Capabilities) => Promise<T>,
  ) => Promise<T>;
  readonly clear: () => Promise<void>;
}

export function setStage(options: {
  readonly agent: Agent;
  readonly serviceUrl: string;
  readonly wantedTools: readonly string[];
}): Promise<Stage>;

export function prompt(client: AcpClient, agent: Agent, sessionId: string): Promise<void>;
