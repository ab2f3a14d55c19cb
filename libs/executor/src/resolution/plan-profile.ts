import type { ServerEntry } from '../fronts/index.ts';
import type { ProfileServer } from '../profile/profile.ts';
import { createResolver, type Resolver } from '../profile/references.ts';
import { isHttpUrl } from '../profile/validate.ts';
import { type AttemptServers, observe } from './attempt.ts';
import { findsExecutable } from './executable.ts';
import { type Addition, filtered, type Outcome, unavailable } from './planned.ts';
import type { AgentTakes } from './policy.ts';
import { denied, ruleOn } from './rules.ts';
import { tellAttempt } from './tell-attempt.ts';
import { addressOf, entryOf, readServerEntry, transportOf } from './server-entry.ts';

interface Resolved {
  readonly server: ProfileServer;
  readonly entry: ServerEntry;
  readonly resolver: Pick<Resolver, 'missing' | 'withheld'>;
}

function isValid(entry: ServerEntry): boolean {
  if (!('type' in entry)) return entry.command.trim() !== '';
  return isHttpUrl(entry.url) && entry.headers.every(({ value }) => !/[\r\n\0]/.test(value));
}

const ways = { stdio: 'stdio', http: 'HTTP', sse: 'SSE' } as const;

/** Every agent has to take stdio; of one that has said nothing yet no more than that is known. */
function unsupported(transport: keyof typeof ways, takes: AgentTakes | null): Outcome | null {
  if (takes === null) {
    const notYet = `The agent had not said yet whether it takes MCP servers over ${ways[transport]}.`;
    return transport === 'stdio' ? null : filtered(`${transport}_unsupported`, notYet);
  }
  if (takes.otherVersion) return filtered('protocol_unsupported', otherVersion);
  if (takes[transport]) return null;
  return filtered(
    `${transport}_unsupported`,
    `The agent does not say that it takes MCP servers over ${ways[transport]}.`,
  );
}

export const otherVersion =
  'The agent speaks another version of ACP than 1, and nothing is added to its sessions.';

const switchedOff = 'This run adds no servers, as --no-inject says.';

const listed = (names: ReadonlySet<string>): string => [...names].join(', ');

function unresolved({ missing, withheld }: Resolved['resolver']): Outcome | null {
  if (withheld.size > 0) {
    const why = `${listed(withheld)} is this relay's own credential, which no server is given; name another variable.`;
    return unavailable('secret_unresolved', why);
  }
  if (missing.size === 0) return null;
  return unavailable('secret_unresolved', `The environment has no content for ${listed(missing)}.`);
}

function unfitting(entry: ServerEntry, { unfit }: AttemptServers): Outcome | null {
  const why = unfit?.(entry) ?? null;
  return why === null ? null : filtered('passthrough_unsupported', why);
}

/** Why the server cannot go to the agent; null when it can. */
async function obstacle(resolved: Resolved, attempt: AttemptServers): Promise<Outcome | null> {
  const { server, entry, resolver } = resolved;
  const transport = transportOf(entry);
  const { policy, takes, directory } = attempt;
  if (ruleOn(policy.profile, { name: server.name, transport }, server).deny) {
    return filtered('policy_denied', denied);
  }
  if (!server.deliver) return { kind: 'expected' };
  if (!policy.inject) return filtered('disabled', switchedOff);
  const cannot = unsupported(transport, takes) ?? unresolved(resolver) ?? unfitting(entry, attempt);
  if (cannot !== null) return cannot;
  if (!isValid(entry)) {
    return filtered('invalid_configuration', 'What its references stand for makes no valid configuration.');
  }
  if ('type' in entry) return null;
  const own = Object.fromEntries(entry.env.map(({ name, value }) => [name, value]));
  const environment = { ...policy.environment, ...own };
  return (await findsExecutable({ command: entry.command, directory, environment }))
    ? null
    : unavailable('executable_missing', 'The executable of this server was not found.');
}

/** The host sent the very same: that is no second configuration. */
function isSame(attempt: AttemptServers, entry: ServerEntry): boolean {
  return attempt.host.some(({ name, element, transport }) => {
    if (name !== entry.name) return false;
    const theirs = readServerEntry(element, transport);
    return theirs !== null && JSON.stringify(theirs) === JSON.stringify(entry);
  });
}

async function planOne(
  server: ProfileServer,
  attempt: AttemptServers,
  isFirst: boolean,
): Promise<Addition | null> {
  const resolver = createResolver(attempt.policy.environment);
  const entry = entryOf(server.name, server, resolver.resolve);
  const isShared = attempt.host.some(({ name }) => name === server.name);
  if (isShared && isSame(attempt, entry)) return null;
  const planned = (outcome: Outcome, observed: boolean): Addition['planned'] => ({
    name: server.name,
    configuration: {
      source: server.built_in ? 'built_in' : 'profile',
      transport: transportOf(entry),
      address: addressOf(entry),
      witness: 'resolver',
      observed,
      duplicate: isShared || !isFirst,
    },
    outcome,
    original: entry,
  });
  if (isShared) return { planned: planned({ kind: 'expected' }, false), entry };
  if (!isFirst) return { planned: planned(filtered('duplicate_name', repeated), false), entry };
  const cannot = await obstacle({ server, entry, resolver }, attempt);
  if (cannot !== null) return { planned: planned(cannot, false), entry };
  const { name } = server;
  const ruling = ruleOn(attempt.policy.profile, { name, transport: transportOf(entry) }, server);
  if (ruling.tell_attempt && !ruling.observed) {
    const told = tellAttempt(entry, attempt.attempt_id);
    return { planned: planned({ kind: 'delivered', transport: transportOf(told) }, true), entry: told };
  }
  const fronts = ruling.observed ? await attempt.policy.fronts : null;
  const carried = observe(fronts, attempt.attempt_id, { entry, own: server.built_in });
  const outcome: Outcome = { kind: 'delivered', transport: transportOf(carried.entry) };
  return { planned: planned(outcome, carried.observed), entry: carried.entry };
}

const repeated = 'The profile names another server of this name before it, which goes in its place.';

/** Decides over the servers of the profile, in their order. */
export async function planProfile(attempt: AttemptServers): Promise<readonly Addition[]> {
  const additions: Addition[] = [];
  const seen = new Set<string>();
  for (const server of attempt.policy.profile?.servers ?? []) {
    const addition = await planOne(server, attempt, !seen.has(server.name));
    seen.add(server.name);
    if (addition !== null) additions.push(addition);
  }
  return additions;
}
