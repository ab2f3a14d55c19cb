import { type EventLog } from '@mcp-witness/event-log';
import { type EvidenceEvent, initialSession, decideClaim, parseEvent } from '@mcp-witness/evidence';
import { encodeClaim } from '../../src/log/claim-codec.ts';
import { encodeEvidence, encodeIdentity } from '../../src/log/evidence-codec.ts';
import { attemptStream, sessionStream } from '../../src/log/streams.ts';
import { resolved } from '../support/evidence.ts';
import { connectionId, toolCall, uuidV7 } from './tool-calls.ts';

const producer = { id: 'executor-01936f0e-7c00-7000-8000-000000000002' };

const parsed = (value: unknown): EvidenceEvent => {
  const result = parseEvent(value);
  if (!result.ok) throw new Error('The benchmark makes an event that is none.');
  return result.event;
};

/** The events of an attempt as an executor sends them: opened, delivered, accepted, listed, and then calls. */
export function attemptEvents(attempt: string, sessionId: string, count: number): readonly EvidenceEvent[] {
  const occurred_at = new Date().toISOString();
  const event = (sequence: number, type: string, data: object): unknown => ({
    event_id: uuidV7(),
    type,
    attachment_attempt_id: attempt,
    occurred_at,
    producer: { ...producer, sequence },
    witness: 'in_session_endpoint',
    data,
  });
  const server = { server_name: 'hub' };
  const opening = [
    event(1, 'attempt-started', { session_id: sessionId, task_id: 'task-1', entry: 'session/new' }),
    event(2, 'server-resolved', resolved('hub')),
    event(3, 'server-delivered', { ...server, channel: 'acp', transport: 'http' }),
    event(4, 'protocol-accepted', {
      ...server,
      era: 'legacy',
      protocol_version: '2025-11-25',
      connection_id: connectionId,
      client: { name: 'example-agent', version: '1.2.3' },
    }),
    event(5, 'tools-listed', {
      ...server,
      connection_id: connectionId,
      tool_count: 12,
      pages: 1,
      complete: true,
    }),
  ];
  const calls = Array.from({ length: count - opening.length }, (_, n) =>
    toolCall(attempt, opening.length + 1 + n),
  );
  return [...opening, ...calls].map(parsed);
}

/** Appends a session of one attempt, its claim before it, as ingest does. */
export async function appendSession(log: EventLog, sessionId: string, events: number): Promise<void> {
  const attempt = uuidV7();
  const identity = { session_id: sessionId, task_id: 'task-1' };
  const evidence = attemptEvents(attempt, sessionId, events - 1);
  const claim = decideClaim(initialSession(), {
    attachment_attempt_id: attempt,
    occurred_at: evidence[0]?.occurred_at ?? '',
    producer_id: producer.id,
  });
  if (claim.outcome !== 'claim') throw new Error('The first attempt of a session has a place already.');
  const one = { tenant_id: 'default', expected: 0 } as const;
  const meta = encodeIdentity(identity);
  await log.append({
    ...one,
    append_id: uuidV7(),
    stream: sessionStream(sessionId),
    events: [encodeClaim(claim.event, identity)],
  });
  await log.append({
    ...one,
    append_id: uuidV7(),
    stream: attemptStream(attempt),
    events: evidence.map((event) => encodeEvidence(event, meta)),
  });
}

/** Fills a log with sessions of 100 events each, several at a time. */
export async function fillLog(log: EventLog, sessions: number): Promise<number> {
  const each = 100;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < sessions) await appendSession(log, `session ${(next += 1)}`, each);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return sessions * each;
}
