import type { EvidenceEvent } from '../events/events.ts';
import type { Era, Outcome, Source } from '../events/vocabulary.ts';
import { producerOf, type TestProducer } from './producer.ts';

/** Events about one server, as one producer sees them. */
export interface ServerEvents {
  resolved(source?: Source): EvidenceEvent;
  filtered(reason_code: string): EvidenceEvent;
  unavailable(reason_code: string): EvidenceEvent;
  delivered(): EvidenceEvent;
  accepted(connection_id?: string): EvidenceEvent;
  acceptedModern(): EvidenceEvent;
  refused(reason_code: string): EvidenceEvent;
  listed(tool_count: number, connection_id?: string | null, complete?: boolean): EvidenceEvent;
  changed(): EvidenceEvent;
  called(connection_id?: string | null, outcome?: Outcome): EvidenceEvent;
  failed(reason_code: string, connection_id?: string): EvidenceEvent;
  closed(connection_id: string, reason_code?: string): EvidenceEvent;
}

const protocolVersion = (era: Era): string => (era === 'modern' ? '2026-07-28' : '2025-11-25');

/** What `producer` may see of the server `server_name`. */
export function eventsOf(server_name: string, producer: TestProducer = producerOf('front')): ServerEvents {
  const accepted = (era: Era, connection_id?: string): EvidenceEvent =>
    producer.saw('protocol-accepted', {
      server_name,
      era,
      protocol_version: protocolVersion(era),
      connection_id,
      client: { name: 'agent-x', version: '3.1' },
    });
  return {
    resolved: (source = 'built_in') =>
      producer.saw('server-resolved', {
        server_name,
        source,
        transport: 'http',
        target: 'http://127.0.0.1:4100',
        observed: source === 'built_in',
      }),
    filtered: (reason_code) => producer.saw('server-filtered', { server_name, reason_code }),
    unavailable: (reason_code) => producer.saw('server-unavailable', { server_name, reason_code }),
    delivered: () => producer.saw('server-delivered', { server_name, channel: 'acp', transport: 'http' }),
    accepted: (connection_id) => accepted('legacy', connection_id),
    acceptedModern: () => accepted('modern'),
    refused: (reason_code) => producer.saw('protocol-refused', { server_name, reason_code }),
    listed: (tool_count, connection_id = null, complete = true) =>
      producer.saw('tools-listed', { server_name, connection_id, tool_count, pages: 1, complete }),
    changed: () => producer.saw('tools-changed', { server_name }),
    called: (connection_id = null, outcome = 'ok') =>
      producer.saw('tool-called', {
        server_name,
        connection_id,
        started_at: '2026-11-30T11:00:00Z',
        duration_ms: 3,
        outcome,
        result_bytes: 12,
        round_trips: 1,
      }),
    failed: (reason_code, connection_id) =>
      producer.saw('attachment-failed', {
        server_name,
        reason_code,
        summary: 'It did not work.',
        connection_id,
      }),
    closed: (connection_id, reason_code = 'client_deleted') =>
      producer.saw('connection-closed', { server_name, connection_id, reason_code }),
  };
}
