import type { Fronts, ServerEntry } from '../fronts/index.ts';
import type { HostServer } from './host-servers.ts';
import type { AgentTakes, Policy } from './policy.ts';

/** All that the decisions over one attempt's servers are made from. */
export interface AttemptServers {
  readonly attempt_id: string;
  readonly host: readonly HostServer[];
  readonly policy: Policy;
  /** Null: the agent has not answered `initialize` yet, and the request does not wait for that. */
  readonly takes: AgentTakes | null;
  /** Where the session works. */
  readonly directory: string;
  /** Why the form in which servers are handed over cannot say one of the profile, as a sentence; absent where it can say all. */
  readonly unfit?: (entry: ServerEntry) => string | null;
}

/** The entry by which the agent reaches the server, and whether it is observed; unobserved where that cannot be. */
export function observe(
  fronts: Pick<Fronts, 'add'> | null,
  attempt_id: string,
  { entry, own }: { readonly entry: ServerEntry; readonly own: boolean },
): { readonly entry: ServerEntry; readonly observed: boolean } {
  if (fronts === null) return { entry, observed: false };
  try {
    const front = fronts.add(attempt_id, entry, { own });
    return { entry: front, observed: front !== entry };
  } catch {
    return { entry, observed: false };
  }
}
