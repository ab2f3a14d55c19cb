import type {
  AttachmentFailedData,
  ConnectionClosedData,
  EndpointTestedData,
  ProtocolAcceptedData,
  ServerDeliveredData,
  ServerReasonData,
  ServerResolvedData,
  ToolCalledData,
  ToolsListedData,
} from '../events/events.ts';
import { codes } from '../codes/codes.ts';
import { aliveOn, closedOn, failedOn, listedOn, withConnection } from './connections.ts';
import type { Copy } from './copy.ts';
import { earliest, laterFact, newest, noServerFacts, reasonOf, withFacts, type Moment } from './fact.ts';
import { chooseListing, listingOf } from './listing.ts';
import { isLater, latest } from './mark.ts';
import type { ConnectionState, Resolution, ServerFacts, ServerState } from './state.ts';

const MAX_RESOLUTIONS = 16;
const MAX_WARNINGS = 16;

type Change<Data> = (server: ServerState, data: Data, moment: Moment) => ServerState;

const change = (
  server: ServerState,
  { producer }: Moment,
  next: (facts: ServerFacts) => Partial<ServerFacts>,
): ServerState => ({
  ...server,
  facts: withFacts(server.facts, producer, noServerFacts, (facts) => ({ ...facts, ...next(facts) })),
});

/** Facts with a sign that the server works. */
const aliveFacts = (
  facts: readonly ServerFacts[],
  { producer, mark }: Moment,
  isUnbound: boolean,
): readonly ServerFacts[] =>
  withFacts(facts, producer, noServerFacts, (known) => {
    const next: Copy<ServerFacts> = { ...known };
    next.first = known.first !== null && isLater(mark, known.first) ? known.first : mark;
    next.alive = latest(known.alive, mark);
    next.unbound = isUnbound ? latest(known.unbound, mark) : known.unbound;
    return next;
  });

/** A sign that the server works. */
const alive = (server: ServerState, moment: Moment, isUnbound: boolean): ServerState => ({
  ...server,
  facts: aliveFacts(server.facts, moment, isUnbound),
  connected_at: earliest(server.connected_at, moment.at),
});

export const resolved: Change<ServerResolvedData> = (server, data, { producer, mark, at }) => {
  const resolution: Resolution = {
    producer,
    mark,
    at,
    source: data.source,
    transport: data.transport,
    target: data.target,
    observed: data.observed,
    duplicate: (data.duplicate_of_name ?? null) !== null,
  };
  return { ...server, resolutions: [...server.resolutions, resolution].slice(0, MAX_RESOLUTIONS) };
};

export const filtered: Change<ServerReasonData> = (server, data, moment) => ({
  ...change(server, moment, (facts) => ({ filtered: laterFact(facts.filtered, reasonOf(moment, data)) })),
  filtered_at: newest(server.filtered_at, moment.at),
});

export const unavailable: Change<ServerReasonData> = (server, data, moment) =>
  change(server, moment, (facts) => ({ unavailable: laterFact(facts.unavailable, reasonOf(moment, data)) }));

export const delivered: Change<ServerDeliveredData> = (server, data, moment) => ({
  ...server,
  channel: server.channel ?? data.channel,
  delivered_at: earliest(server.delivered_at, moment.at),
});

export const accepted: Change<ProtocolAcceptedData> = (server, data, moment) => {
  const connectionId = data.era === 'legacy' ? (data.connection_id ?? null) : null;
  const client = data.client ?? null;
  const isNewest = moment.position >= (server.acceptance?.position ?? 0);
  const next = withConnection(alive(server, moment, connectionId === null), connectionId, (connection) => ({
    ...aliveOn(connection, moment, true),
    protocol_version: data.protocol_version,
    client: client ?? connection.client,
  }));
  return {
    ...next,
    acceptedModern: server.acceptedModern || data.era === 'modern',
    acceptance: isNewest
      ? { position: moment.position, era: data.era, protocol_version: data.protocol_version, client }
      : server.acceptance,
  };
};

export const refused: Change<{ readonly reason_code: string }> = (server, data, moment) =>
  change(server, moment, (facts) => ({ refused: laterFact(facts.refused, reasonOf(moment, data)) }));

export const listed: Change<ToolsListedData> = (server, data, moment) => {
  const isUnbound = (data.connection_id ?? null) === null;
  const next = withConnection(alive(server, moment, isUnbound), data.connection_id, (connection) =>
    listedOn(connection, moment),
  );
  return {
    ...next,
    unboundActive: server.unboundActive || isUnbound,
    tools_listed_at: newest(server.tools_listed_at, moment.at),
    listing: chooseListing(server, listingOf(data, moment)),
    warnings: [...new Set([...server.warnings, ...(data.warnings ?? [])])].slice(0, MAX_WARNINGS),
  };
};

export const toolsChanged: Change<unknown> = (server, _data, moment) =>
  change(server, moment, (facts) => ({
    toolsChanged: laterFact(facts.toolsChanged, { mark: moment.mark, at: moment.at }),
  }));

const servedOutcomes: ReadonlySet<string> = new Set(['ok', 'tool_error', 'unread']);

/** A call that the server answered as one of its own; a refusal, a cancelled and an unanswered one prove nothing. */
export const isServed = (outcome: string): boolean => servedOutcomes.has(outcome);

const isError = (outcome: string): boolean => outcome === 'tool_error' || outcome === 'protocol_error';

export const called: Change<ToolCalledData> = (server, data, moment) => {
  const served = isServed(data.outcome);
  const isUnbound = (data.connection_id ?? null) === null;
  const known =
    served || server.connections.some(({ connection_id }) => connection_id === data.connection_id);
  // Calls are most of what is folded: the row is copied once here.
  const counted: Copy<ServerState> = { ...server };
  counted.tool_call_count = server.tool_call_count + 1;
  if (isError(data.outcome)) counted.tool_error_count = server.tool_error_count + 1;
  if (served) {
    counted.facts = aliveFacts(server.facts, moment, isUnbound);
    counted.connected_at = earliest(server.connected_at, moment.at);
    counted.used_at = newest(server.used_at, moment.at);
    counted.unboundActive = server.unboundActive || isUnbound;
  }
  return withConnection(counted, known ? data.connection_id : null, (connection) => {
    const next: Copy<ConnectionState> = served ? aliveOn(connection, moment, false) : { ...connection };
    next.active = connection.active || served;
    next.tool_call_count = connection.tool_call_count + 1;
    return next;
  });
};

export const failed: Change<AttachmentFailedData> = (server, data, moment) => {
  const { connection_id } = data;
  const reason = reasonOf(moment, data);
  const isExit = data.reason_code === codes.reason.failed.processExited;
  if ((connection_id ?? null) === null) {
    return change(server, moment, (facts) =>
      isExit ? { exited: laterFact(facts.exited, reason) } : { failed: laterFact(facts.failed, reason) },
    );
  }
  if (isExit)
    return withConnection(server, connection_id, (connection) => closedOn(connection, moment, reason));
  const next = change(server, moment, (facts) => ({
    connectionFailed: laterFact(facts.connectionFailed, reason),
  }));
  return withConnection(next, connection_id, (connection) => failedOn(connection, moment));
};

export const closed: Change<ConnectionClosedData> = (server, data, moment) =>
  withConnection(server, data.connection_id, (connection) =>
    closedOn(connection, moment, reasonOf(moment, data)),
  );

export const tested: Change<EndpointTestedData> = (server, data, { at }) => {
  if (server.endpoint_test !== null && newest(server.endpoint_test.tested_at, at) !== at) return server;
  return {
    ...server,
    endpoint_test: {
      tested_at: at,
      reachable: data.reachable,
      succeeded: data.succeeded,
      stage: data.stage ?? null,
      reason_code: data.reason_code ?? null,
      warnings: data.warnings,
      summary: data.summary ?? null,
      duration_ms: data.duration_ms,
      budget_ms: data.budget_ms,
      protocol_version: data.protocol_version ?? null,
      tool_count: data.tool_count ?? null,
      ...(data.noise_lines ? { noise_lines: data.noise_lines } : {}),
    },
  };
};

export const problemReported: Change<unknown> = (server, _data, { at }) => ({
  ...server,
  problem_report_count: server.problem_report_count + 1,
  problem_reported_at: newest(server.problem_reported_at, at),
});
