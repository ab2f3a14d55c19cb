import type { Connection, Server } from '../report/report.ts';
import { byNewest, DETAILED } from './connections.ts';
import { duplicatesOf } from './findings.ts';
import { allFailures } from './failure.ts';
import { compareTimes, pickReason } from './fact.ts';
import { isStale } from './listing.ts';
import type { AttemptState, ConnectionState, Listing, Resolution, ServerState } from './state.ts';
import { endOf, verdictOf } from './status.ts';

const sourceOrder = ['built_in', 'profile'];

const rank = ({ source }: Resolution): number => {
  const index = sourceOrder.indexOf(source);
  return index < 0 ? sourceOrder.length : index;
};

/** The configuration that a row shows: ours, then the profile's, then what an observer says of itself. */
function shownResolution(server: ServerState): Resolution | null {
  const duplicates = duplicatesOf(server);
  const first = server.resolutions.filter((resolution) => !duplicates.includes(resolution));
  const candidates = first.length > 0 ? first : server.resolutions;
  return candidates.toSorted((a, b) => rank(a) - rank(b) || compareTimes(a.at, b.at))[0] ?? null;
}

const connectionRow = (server: ServerState, connection: ConnectionState): Connection => {
  const end = endOf(server, connection);
  return {
    connection_id: connection.connection_id,
    era: 'legacy',
    protocol_version: connection.protocol_version,
    client: connection.client,
    opened_at: connection.opened?.at ?? '',
    tools_listed_at: connection.tools_listed_at,
    closed_at: end?.at ?? null,
    close_reason_code: end?.reason_code ?? null,
    tool_call_count: connection.tool_call_count,
  };
};

type Catalog = Pick<
  Server,
  | 'tool_count'
  | 'tools_list_complete'
  | 'tools_stale'
  | 'tools'
  | 'tool_catalog_truncated'
  | 'tool_catalog_digest'
  | 'tool_token_estimator'
  | 'estimated_tokens_total'
>;

const noListing: Omit<Listing, 'producer' | 'mark' | 'at' | 'tool_count' | 'complete'> = {
  tools: null,
  truncated: false,
  digest: null,
  estimator: null,
  estimated_tokens_total: null,
};

/** Names and sizes of tools are shown of servers that are ours or report themselves, and only while the attempt is current. */
function catalogOf(server: ServerState, isSuperseded: boolean): Catalog {
  const { listing } = server;
  const isOwned = server.resolutions.some(({ source }) => source === 'built_in' || source === 'observed');
  const shown = isOwned && !isSuperseded && listing !== null ? listing : noListing;
  return {
    tool_count: listing?.tool_count ?? null,
    tools_list_complete: listing?.complete ?? null,
    tools_stale: listing !== null && isStale(server, listing),
    tools: shown.tools,
    tool_catalog_truncated: shown.truncated,
    tool_catalog_digest: listing?.digest ?? null,
    tool_token_estimator: shown.estimator,
    estimated_tokens_total: shown.estimated_tokens_total,
  };
}

type Protocol = Pick<Server, 'protocol_version' | 'era' | 'client'>;

const protocolOf = ({ acceptance }: ServerState): Protocol =>
  acceptance === null
    ? { protocol_version: null, era: null, client: null }
    : { protocol_version: acceptance.protocol_version, era: acceptance.era, client: acceptance.client };

type Configuration = Pick<Server, 'source' | 'transport' | 'target'>;

const configurationOf = (resolution: Resolution | null): Configuration =>
  resolution === null
    ? { source: null, transport: null, target: null }
    : { source: resolution.source, transport: resolution.transport, target: resolution.target };

type Times = Pick<
  Server,
  | 'configured_at'
  | 'filtered_at'
  | 'delivered_at'
  | 'connected_at'
  | 'tools_listed_at'
  | 'used_at'
  | 'failed_at'
>;

function timesOf(server: ServerState): Times {
  const firstResolved = server.resolutions.toSorted((a, b) => compareTimes(a.at, b.at))[0];
  return {
    configured_at: firstResolved?.at ?? null,
    filtered_at: server.filtered_at,
    delivered_at: server.delivered_at,
    connected_at: server.connected_at,
    tools_listed_at: server.tools_listed_at,
    used_at: server.used_at,
    failed_at: pickReason(allFailures(server))?.at ?? null,
  };
}

/** One server of a report. */
export function serverRow(
  server: ServerState,
  attempt: Pick<AttemptState, 'ended'>,
  isSuperseded: boolean,
): Server {
  const { status, evidence, reason, disconnected_at } = verdictOf(server, attempt);
  const connections = server.connections.filter(({ opened }) => opened !== null).sort(byNewest);
  return {
    name: server.name,
    ...configurationOf(shownResolution(server)),
    observed: server.connected_at !== null || server.resolutions.some(({ observed }) => observed),
    status,
    evidence,
    reason_code: reason?.reason_code ?? null,
    summary: reason?.summary ?? null,
    channel: server.channel,
    ...protocolOf(server),
    connection_id: connections[0]?.connection_id ?? null,
    connections: connections.slice(0, DETAILED).map((connection) => connectionRow(server, connection)),
    connection_count: connections.length + server.forgotten.count,
    duplicates: duplicatesOf(server).map(({ transport, target }) => ({ transport, target })),
    ...timesOf(server),
    disconnected_at,
    ...catalogOf(server, isSuperseded),
    tool_call_count: server.tool_call_count,
    tool_error_count: server.tool_error_count,
    problem_report_count: server.problem_report_count,
    problem_reported_at: server.problem_reported_at,
    endpoint_test: server.endpoint_test,
  };
}
