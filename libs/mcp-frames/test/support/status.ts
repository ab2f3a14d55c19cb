import { type EvidenceEvent, fold, type RecordedEvidence, type Server } from '@mcp-witness/evidence';
import type { Observation } from '@mcp-witness/mcp-frames';

type Fact = Pick<EvidenceEvent, 'type' | 'data'> & { readonly occurred_at?: string };

const server_name = 'witness';

const before: readonly Fact[] = [
  { type: 'attempt-started', data: { session_id: 's', entry: 'session/new' } },
  {
    type: 'server-resolved',
    data: {
      server_name,
      source: 'built_in',
      transport: 'http',
      target: 'http://127.0.0.1:1',
      observed: true,
    },
  },
  { type: 'server-delivered', data: { server_name, channel: 'acp', transport: 'http' } },
  { type: 'session-accepted', data: {} },
];

/** What a report says of the server once it was delivered and these facts were seen. */
export function statusOf(facts: readonly Observation[]): Server {
  const events = [...before, ...facts].map((fact, index) => ({
    type: fact.type,
    data: fact.data,
    event_id: `event-${index}`,
    attachment_attempt_id: 'attempt',
    occurred_at: '2026-11-30T12:00:00Z',
    producer: { id: 'executor', sequence: index + 1 },
    witness: 'in_session_endpoint',
    tenant_id: 'default',
    session_id: 's',
    stream_position: index,
    global_position: String(index + 1),
    recorded_at: `2026-11-30T12:00:00.${String(index).padStart(6, '0')}Z`,
    schema_version: 1,
  }));
  const [server] = fold(events as readonly RecordedEvidence[]).servers;
  if (server === undefined) throw new Error('The fold lost the server.');
  return server;
}
