import { type EvidenceEvent, fold, type Server } from '@mcp-witness/evidence';
import { type Fact, seen } from '../../../src/journal/fact.ts';
import { createProducer } from '../../../src/journal/producer.ts';

/** What a report says of the server `notes` once it was delivered and its front saw this. */
export function reportOf(facts: readonly Fact[]): Server {
  const relay = createProducer('relay');
  const front = createProducer('front');
  const server_name = 'notes';
  const before: readonly Fact[] = [
    seen('attempt-started', { session_id: 's', entry: 'session/new' }),
    seen('server-resolved', {
      server_name,
      source: 'profile',
      transport: 'stdio',
      target: 'node',
      observed: true,
    }),
    seen('server-delivered', { server_name, channel: 'acp', transport: 'stdio' }),
    seen('session-accepted', {}),
  ];
  const events: readonly EvidenceEvent[] = [
    ...before.map((fact) => relay.event('attempt', fact)),
    ...facts.map((fact) => front.event('attempt', fact)),
  ];
  const recorded = events.map((event, index) => ({
    ...event,
    tenant_id: 't',
    session_id: 's',
    stream_position: index,
    global_position: String(index + 1),
    recorded_at: `2026-11-30T12:00:00.${String(index).padStart(6, '0')}Z`,
    schema_version: 1,
  }));
  const [server] = fold(recorded).servers;
  if (server === undefined) throw new Error('the fold lost the server');
  return server;
}
