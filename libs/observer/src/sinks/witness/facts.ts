import type { EvidenceData, EvidenceType } from '@mcp-witness/evidence';
import type { ObservedEvent } from '../../pipeline/event.ts';
import { servedCatalog } from './catalog.ts';

export interface Fact<Type extends EvidenceType = EvidenceType> {
  readonly type: Type;
  readonly data: EvidenceData[Type];
  /** Milliseconds since 1970. */
  readonly at: number;
}

type AnyFact = { [Type in EvidenceType]: Fact<Type> }[EvidenceType];

/** What one attempt was told already of one server. */
export interface Told {
  readonly versions: Set<string>;
  readonly clients: Set<string>;
  readonly refusals: Set<string>;
}

export const nothingTold = (): Told => ({ versions: new Set(), clients: new Set(), refusals: new Set() });

const MOST_TOLD = 256;

const text = (ms: number): string => new Date(ms).toISOString();
const clientOf = ({ client }: ObservedEvent): { name: string; version: string | null } | null =>
  client === null ? null : { name: client.name, version: client.version ?? null };

const isServed = ({ outcome }: ObservedEvent): boolean => outcome === 'ok' || outcome === 'tool_error';

/** Told once for each connection, or for each version and client of the modern protocol. */
function accepted(event: ObservedEvent, server_name: string, told: Told, at: number): AnyFact[] {
  const { era, protocol_version, connection_id, kind } = event;
  if (!isServed(event) || protocol_version === null) return [];
  const client = clientOf(event);
  if (era === 'legacy') {
    if (kind !== 'initialize') return [];
    told.refusals.clear();
    return [
      { type: 'protocol-accepted', data: { server_name, era, protocol_version, connection_id, client }, at },
    ];
  }
  const key = JSON.stringify([protocol_version, client]);
  const isKnown = told.clients.has(key) || (client === null && told.versions.has(protocol_version));
  if (era !== 'modern' || isKnown || told.clients.size >= MOST_TOLD) return [];
  told.clients.add(key);
  told.versions.add(protocol_version);
  told.refusals.clear();
  return [{ type: 'protocol-accepted', data: { server_name, era, protocol_version, client }, at }];
}

function called(event: ObservedEvent, server_name: string, at: number): AnyFact[] {
  if (event.method !== 'tools/call') return [];
  const { outcome, connection_id, name, duration_ms, error_code, reason_code, result_bytes, round_trips } =
    event;
  const data = {
    server_name,
    connection_id,
    tool_name: name,
    started_at: text(event.at),
    duration_ms: Math.round(duration_ms ?? 0),
    outcome: outcome === 'rejected' || outcome === null ? 'unanswered' : outcome,
    error_code: reason_code ?? error_code,
    result_bytes,
    round_trips,
  };
  return [{ type: 'tool-called', data, at }];
}

function refused(event: ObservedEvent, server_name: string, told: Told, at: number): AnyFact[] {
  const { reason_code, connection_id, kind } = event;
  if (kind !== 'rejection' || reason_code === null) return [];
  const key = JSON.stringify([reason_code, connection_id]);
  if (told.refusals.has(key) || told.refusals.size >= MOST_TOLD) return [];
  told.refusals.add(key);
  return [{ type: 'protocol-refused', data: { server_name, reason_code, connection_id }, at }];
}

function listed({ listing, connection_id }: ObservedEvent, server_name: string, at: number): AnyFact[] {
  if (listing?.of !== 'tools') return [];
  const { count, pages, complete, looped, served } = listing;
  const data = {
    server_name,
    connection_id,
    tool_count: count,
    pages,
    complete,
    warnings: looped ? ['pagination_loop'] : [],
    ...servedCatalog(served, count),
  };
  return [{ type: 'tools-listed', data, at }];
}

function noticed(event: ObservedEvent, server_name: string, at: number): AnyFact[] {
  const { kind, method, connection_id, reason_code } = event;
  if (method === 'notifications/tools/list_changed')
    return [{ type: 'tools-changed', data: { server_name, connection_id }, at }];
  if (kind !== 'closed' || connection_id === null) return [];
  return [
    {
      type: 'connection-closed',
      data: { server_name, connection_id, reason_code: reason_code ?? 'endpoint_closed' },
      at,
    },
  ];
}

/** What an event proves, in the words of evidence: none for what the service has no place for. */
export function factsOf(event: ObservedEvent, server_name: string, told: Told): readonly AnyFact[] {
  const at = event.at + (event.duration_ms ?? 0);
  return [
    ...accepted(event, server_name, told, at),
    ...refused(event, server_name, told, at),
    ...listed(event, server_name, at),
    ...called(event, server_name, at),
    ...noticed(event, server_name, at),
  ];
}
