import type { Fronts, ServerEntry } from '../fronts/index.ts';
import { type AttemptServers, observe } from './attempt.ts';
import type { HostServer } from './host-servers.ts';
import { filtered, type Outcome, type PlannedServer } from './planned.ts';
import { denied, ruleOn } from './rules.ts';
import { tellAttempt } from './tell-attempt.ts';
import { inPlaceOf, readServerEntry, transportOf } from './server-entry.ts';

export interface HostPlan {
  readonly servers: readonly PlannedServer[];
  /** By where they stand in the list. */
  readonly removed: ReadonlySet<number>;
  readonly replaced: ReadonlyMap<number, string>;
  /** Elements that go to the agent in the place of the host's. */
  readonly entries: readonly ServerEntry[];
  /** How many of the removed have no row that says so. */
  readonly untold: number;
}

interface Fate {
  readonly outcome: Outcome;
  readonly entry: ServerEntry | null;
}

/** Of several that bear one name nobody knows which the agent takes, and one without a name has no row: they go on untouched. */
function mayBeObserved(host: readonly HostServer[]): (server: HostServer) => boolean {
  const names = new Set<string>();
  const several = new Set<string>(['']);
  for (const { name } of host) (names.has(name) ? several : names).add(name);
  return ({ name }) => !several.has(name);
}

interface Carrying {
  readonly fronts: Pick<Fronts, 'add'> | null;
  readonly mayObserve: (server: HostServer) => boolean;
}

function fateOf(server: HostServer, attempt: AttemptServers, { fronts, mayObserve }: Carrying): Fate {
  const { name, transport, element } = server;
  const { profile } = attempt.policy;
  const entry = profile?.servers.find((one) => one.name === name);
  const ruling = ruleOn(profile, { name, transport }, entry);
  if (ruling.deny) return { outcome: filtered('policy_denied', denied), entry: null };
  const whole = ruling.observed || ruling.tell_attempt ? readServerEntry(element, transport) : null;
  const asItCame: Fate = { outcome: { kind: 'delivered', transport }, entry: null };
  if (whole === null || !mayObserve(server)) return asItCame;
  if (!ruling.observed) return { ...asItCame, entry: tellAttempt(whole, attempt.attempt_id) };
  const front = observe(fronts, attempt.attempt_id, { entry: whole, own: entry?.built_in ?? false });
  if (!front.observed) return asItCame;
  return { outcome: { kind: 'delivered', transport: transportOf(front.entry) }, entry: front.entry };
}

/** Decides over what the host sent: it stays as it is, but for what a rule denies and what is to be observed. */
export async function planHost(attempt: AttemptServers): Promise<HostPlan> {
  const { profile } = attempt.policy;
  const carrying = { fronts: await attempt.policy.fronts, mayObserve: mayBeObserved(attempt.host) };
  const removed = new Set<number>();
  const replaced = new Map<number, string>();
  const entries: ServerEntry[] = [];
  let untold = 0;
  const servers = attempt.host.flatMap((server): PlannedServer[] => {
    const { name, transport, address, index } = server;
    const { outcome, entry } = fateOf(server, attempt, carrying);
    if (outcome.kind === 'filtered') {
      removed.add(index);
      if (!server.told) untold += 1;
    }
    if (entry !== null) {
      replaced.set(index, inPlaceOf(server.element, entry));
      entries.push(entry);
    }
    if (!server.told) return [];
    const isOwn = profile?.servers.some((one) => one.name === name && one.built_in) ?? false;
    const configuration = {
      source: isOwn ? 'built_in' : 'profile',
      transport,
      address,
      witness: 'acp_relay',
      observed: entry !== null,
      duplicate: server.repeated,
    } as const;
    return [{ name, configuration, outcome, original: readServerEntry(server.element, transport) }];
  });
  return { servers, removed, replaced, entries, untold };
}
