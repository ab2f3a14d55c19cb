import type { ServerEntry } from '../fronts/index.ts';
import { type Fields, isObject } from '../json/object.ts';
import { readHostServers } from '../resolution/host-servers.ts';
import { type BuiltIn, planBuiltIn } from '../resolution/plan-built-in.ts';
import { planHost } from '../resolution/plan-host.ts';
import { planProfile } from '../resolution/plan-profile.ts';
import {
  type Addition,
  filtered,
  type Outcome,
  type PlannedServer,
  unavailable,
} from '../resolution/planned.ts';
import type { Policy } from '../resolution/policy.ts';
import type { Locating, OwnServers, Strategy } from './strategy.ts';

/** What becomes of all servers of a passthrough. */
export interface PassthroughPlan {
  /** Those of the file that is merged, of the profile, and ours. */
  readonly servers: readonly PlannedServer[];
  /** All that the CLI is to have in its file. */
  readonly own: OwnServers;
  /** Each may hold secrets. */
  readonly configurations: readonly Fields[];
}

export interface Planning {
  readonly attempt_id: string;
  readonly cli: string;
  /** Null: there is none for this CLI. */
  readonly strategy: Strategy | null;
  readonly locating: Locating;
  readonly policy: Policy;
  readonly builtIn: BuiltIn | null;
  readonly directory: string;
}

const takes = { stdio: true, http: true, sse: true, otherVersion: false };

const kept = 'The configuration of the CLI has a server of this name, which is kept.';

/** Why none, or not this one, is handed over; null when it is. */
function instead({ cli, strategy, locating }: Planning, name: string): Outcome | null {
  if (strategy === null)
    return unavailable('strategy_missing', `It is not known how ${cli} is given its servers.`);
  if (!locating.ok) {
    const { why: summary, refused } = locating;
    if (refused) return { kind: 'failed', reason_code: 'materialization_failed', summary };
    return filtered('passthrough_unsupported', summary);
  }
  return locating.location.taken.has(name) ? filtered('duplicate_name', kept) : null;
}

function settled(addition: Addition, planning: Planning): Addition {
  const { planned } = addition;
  if (planned.outcome.kind !== 'delivered') return addition;
  const outcome = instead(planning, planned.name);
  return outcome === null ? addition : { ...addition, planned: { ...planned, outcome } };
}

/** What the CLI's file has as ACP would send it; of what is not understood, or means something else there, the name alone. */
function hostElements({ strategy, policy }: Planning, users: OwnServers): readonly Fields[] {
  return Object.entries(users).map(([name, own]): Fields => {
    const entry = strategy?.understand(name, own) ?? null;
    const isLiteral = entry !== null && strategy?.cannot(entry, policy.environment) === null;
    return isLiteral ? { ...entry } : { name, type: 'unknown' };
  });
}

/** What is kept of the file, as it stands or as it goes by way of a front. */
function keptServers(
  users: OwnServers,
  {
    removed,
    replaced,
  }: { readonly removed: ReadonlySet<number>; readonly replaced: ReadonlyMap<number, unknown> },
): OwnServers {
  const entries = Object.entries(users).map(
    ([name, own], index) => [name, replaced.get(index) ?? own] as const,
  );
  return Object.fromEntries(entries.filter((_, index) => !removed.has(index)));
}

export async function planPassthrough(planning: Planning): Promise<PassthroughPlan> {
  const { attempt_id, strategy, locating, policy, builtIn, directory } = planning;
  const users = locating.ok ? (strategy?.read(locating.location.base) ?? {}) : {};
  const elements = hostElements(planning, users);
  const unfit = (entry: ServerEntry): string | null => strategy?.cannot(entry, policy.environment) ?? null;
  const host = readHostServers(elements);
  const attempt = { attempt_id, host, policy, takes, directory, unfit };
  const hostPlan = await planHost(attempt);
  const added = [
    ...(await planProfile(attempt)),
    ...(builtIn === null ? [] : [await planBuiltIn(builtIn, attempt)]),
  ].map((addition) => settled(addition, planning));
  const places = [...hostPlan.replaced.keys()];
  const fronted = hostPlan.entries.map((entry, at) => [places[at] ?? -1, strategy?.render(entry)] as const);
  const delivered = added.flatMap(({ planned, entry }) =>
    planned.outcome.kind === 'delivered' && entry !== null
      ? [[entry.name, strategy?.render(entry)] as const]
      : [],
  );
  const entries = added.flatMap(({ entry }) => (entry === null ? [] : [{ ...entry }]));
  return {
    servers: [...hostPlan.servers, ...added.map(({ planned }) => planned)],
    own: {
      ...keptServers(users, { removed: hostPlan.removed, replaced: new Map(fronted) }),
      ...Object.fromEntries(delivered),
    },
    configurations: [
      ...elements,
      ...Object.values(users).filter(isObject),
      ...hostPlan.entries.map((entry) => ({ ...entry })),
      ...entries,
    ],
  };
}
