import type { Attempt, History } from '@mcp-witness/evidence';

/** What the tools of one attempt's server work with. */
export interface ToolContext {
  readonly server_name: string;
  readonly readReport: () => Promise<History | Attempt | null>;
  /** The agent says that something is wrong with this server; its words stay with it. */
  readonly onProblem: (server_name: string) => void;
}
