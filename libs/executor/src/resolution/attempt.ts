import type { HostServer } from './host-servers.ts';
import type { AgentTakes, Fronts, Policy } from './policy.ts';
import type { ServerEntry } from './server-entry.ts';

/** All that the decisions over one attempt's servers are made from. */
export interface AttemptServers {
  readonly attempt_id: string;
  readonly host: readonly HostServer[];
  readonly policy: Policy;
  /** Null: the agent has not answered `initialize` yet, and the request does not wait for that. */
  readonly takes: AgentTakes | null;
  /** Where the session works. */
  readonly directory: string;
}

/** The entry by which the agent reaches the server, and whether it is observed; unobserved where that cannot be. */
export function observe(
  fronts: Fronts | null,
  attempt_id: string,
  entry: ServerEntry,
): { readonly entry: ServerEntry; readonly observed: boolean } {
  if (fronts === null) return { entry, observed: false };
  try {
    const front = fronts.add(attempt_id, entry);
    return { entry: front, observed: front !== entry };
  } catch {
    return { entry, observed: false };
  }
}
