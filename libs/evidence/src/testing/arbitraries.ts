import fc from 'fast-check';
import type { EvidenceEvent } from '../events/events.ts';
import { producerOf, timeAt } from './producer.ts';
import { eventsOf, type ServerEvents } from './server-events.ts';

const names = fc.constantFrom('hub', 'files', '__proto__');
const connections = fc.oneof(
  fc.constantFrom('c1', 'c2', 'c3'),
  fc.nat(20).map((index) => `c${index}`),
);
const maybeConnection = fc.option(connections);

/** One step of a producer: which server, and what it saw of it. */
type Step = readonly [name: string, (events: ServerEvents) => EvidenceEvent];

const seen: fc.Arbitrary<Step[1]> = fc.oneof(
  fc.constant((events: ServerEvents) => events.resolved()),
  fc.constant((events: ServerEvents) => events.delivered()),
  fc.constantFrom('policy_denied', 'disabled').map((code) => (events: ServerEvents) => events.filtered(code)),
  fc.constant((events: ServerEvents) => events.unavailable('executable_missing')),
  connections.map((id) => (events: ServerEvents) => events.accepted(id)),
  fc.constant((events: ServerEvents) => events.accepted()),
  fc.constant((events: ServerEvents) => events.acceptedModern()),
  fc.constant((events: ServerEvents) => events.refused('auth_required')),
  fc
    .tuple(fc.nat(9), maybeConnection, fc.boolean())
    .map((listing) => (events: ServerEvents) => events.listed(...listing)),
  fc.constant((events: ServerEvents) => events.changed()),
  fc
    .tuple(maybeConnection, fc.constantFrom('ok', 'tool_error', 'protocol_error', 'unanswered'))
    .map((call) => (events: ServerEvents) => events.called(...call)),
  fc.tuple(fc.constantFrom('process_exited', 'timeout', 'agent_reported'), maybeConnection).map(
    ([code, id]) =>
      (events: ServerEvents) =>
        events.failed(code, id ?? undefined),
  ),
  fc
    .tuple(connections, fc.constantFrom('client_deleted', 'process_exited'))
    .map((close) => (events: ServerEvents) => events.closed(...close)),
);

/** What one producer saw, in its own order; its clock may go anywhere. */
export const producerEvents = (id: string, maxLength = 8): fc.Arbitrary<readonly EvidenceEvent[]> =>
  fc.array(fc.tuple(names, seen, fc.nat(40)), { maxLength }).map((steps) => {
    const producer = producerOf(id);
    return steps.map(([name, step, second]) => ({
      ...step(eventsOf(name, producer)),
      occurred_at: timeAt(second),
    }));
  });

/** The events of several producers, each in its own order. */
export const severalProducers: fc.Arbitrary<readonly (readonly EvidenceEvent[])[]> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => producerEvents(`producer-${index}`))),
  );

/** One order of all events that keeps each producer's own: the choices say whose turn it is. */
export function interleave(
  producers: readonly (readonly EvidenceEvent[])[],
  choices: readonly number[],
): readonly EvidenceEvent[] {
  const queues = producers.map((events) => [...events]);
  const merged: EvidenceEvent[] = [];
  for (let turn = 0; queues.some((queue) => queue.length > 0); turn += 1) {
    const waiting = queues.filter((queue) => queue.length > 0);
    const next = waiting[(choices[turn % Math.max(1, choices.length)] ?? 0) % waiting.length]?.shift();
    if (next !== undefined) merged.push(next);
  }
  return merged;
}
