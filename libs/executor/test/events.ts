import type { EvidenceEvent } from '@mcp-witness/evidence';
import { newId } from '../src/ids.ts';
import { seen } from '../src/journal/fact.ts';
import { createProducer } from '../src/journal/producer.ts';
import type { Backlog } from '../src/spool/backlog.ts';

/** `count` events of one attempt, the first of which opens it. */
export function someEvents(count: number, attempt_id: string = newId()): readonly EvidenceEvent[] {
  const producer = createProducer('test');
  const opening = seen('attempt-started', { session_id: 'session', entry: 'session/new' });
  const others = Array.from({ length: count - 1 }, (_, index) =>
    seen('server-delivered', { server_name: `server ${index} é😀`, channel: 'acp', transport: 'http' }),
  );
  return [opening, ...others].map((fact) => producer.event(attempt_id, fact));
}

export const idsOf = (events: readonly EvidenceEvent[]): readonly string[] =>
  events.map((event) => event.event_id);

/** Takes all that waits, and marks it as sent. */
export async function drain(backlog: Backlog): Promise<readonly EvidenceEvent[]> {
  const events: EvidenceEvent[] = [];
  for (;;) {
    const batch = await backlog.next();
    if (batch === null) return events;
    events.push(...batch.events);
    await backlog.sent(batch);
  }
}
