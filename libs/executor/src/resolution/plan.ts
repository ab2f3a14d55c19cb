import type { ServerEntry } from '../fronts/index.ts';
import { editArray } from '../json/array.ts';
import type { Span } from '../json/scan.ts';
import type { Edit } from '../json/splice.ts';
import type { AttemptServers } from './attempt.ts';
import { type BuiltIn, planBuiltIn } from './plan-built-in.ts';
import { planHost } from './plan-host.ts';
import { planProfile } from './plan-profile.ts';
import { type Addition, filtered, type PlannedServer } from './planned.ts';

/** What becomes of all servers of an attempt, and what of its request changes for that. */
export interface ServerPlan {
  readonly host: readonly PlannedServer[];
  /** Of the profile, and ours. */
  readonly added: readonly PlannedServer[];
  readonly edits: readonly Edit[];
  /** Elements that we made: each may hold secrets. */
  readonly entries: readonly ServerEntry[];
  /** How many servers of the host are taken out and have no row that says so. */
  readonly untold: number;
}

export interface RequestList {
  readonly line: Buffer;
  /** Where the object stands that has `mcpServers`; undefined when there is none. */
  readonly params: Span | undefined;
  /** The list may be left out, so it may be put in. */
  readonly mayInsert: boolean;
}

const noList = 'The request has no list of MCP servers that one could be added to.';

const isDelivered = ({ planned }: Addition): boolean => planned.outcome.kind === 'delivered';

function notAdded(addition: Addition): Addition {
  if (!isDelivered(addition)) return addition;
  return {
    ...addition,
    planned: { ...addition.planned, outcome: filtered('invalid_configuration', noList) },
  };
}

export async function planServers(
  attempt: AttemptServers,
  list: RequestList,
  builtIn: BuiltIn | null,
): Promise<ServerPlan> {
  const host = await planHost(attempt);
  const profile = await planProfile(attempt);
  const own = builtIn === null ? [] : [await planBuiltIn(builtIn, attempt)];
  const additions = [...profile, ...own];
  const made = additions.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const appended = additions
    .filter(isDelivered)
    .flatMap(({ entry }) => (entry === null ? [] : [JSON.stringify(entry)]));
  const { removed, replaced } = host;
  const { line, params, mayInsert } = list;
  const changes = { removed, replaced, appended };
  const edits =
    params === undefined ? null : editArray(line, params, { key: 'mcpServers', mayInsert, changes });
  const settled = edits === null ? additions.map(notAdded) : additions;
  return {
    host: host.servers,
    added: settled.map(({ planned }) => planned),
    edits: edits ?? [],
    entries: [...host.entries, ...made],
    untold: host.untold,
  };
}
