import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evolve, fold, initialState, toReport } from '../index.ts';
import type { AttemptState, EvidenceEvent } from '../index.ts';
import { interleave, producerEvents, severalProducers } from '../testing/arbitraries.ts';
import { reportOf, stateOf, statusesOf } from '../testing/given.ts';
import { producerOf } from '../testing/producer.ts';
import { eventsOf } from '../testing/server-events.ts';
import { record } from '../testing/record.ts';

const choices = fc.array(fc.nat(3), { minLength: 1, maxLength: 40 });

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

const ended = (): EvidenceEvent => producerOf('lease').saw('execution-ended', { reason_code: 'exited' });

describe('the fold of an attempt', () => {
  it('gives the same statuses and evidence for every interleaving that keeps each producer its order', () => {
    fc.assert(
      fc.property(severalProducers, choices, choices, fc.boolean(), (producers, one, other, ends) => {
        const all = ends ? [...producers, [ended()]] : producers;
        const statuses = statusesOf(reportOf(interleave(all, one)));
        expect(statusesOf(reportOf(interleave(all, other)))).toEqual(statuses);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same reasons, times and counts as well', () => {
    const rows = (events: readonly EvidenceEvent[]): unknown =>
      reportOf(events)
        .servers.map(({ connections, connection_id, channel, protocol_version, era, client, ...row }) => ({
          ...row,
          connections: connections.length,
          known: [connection_id, channel, protocol_version, era, client].map((value) => value !== null),
        }))
        .map(({ tool_count, tools_list_complete, tools_stale, ...row }) => ({
          ...row,
          listed: [tool_count, tools_list_complete, tools_stale].map((value) => value !== null),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    fc.assert(
      fc.property(severalProducers, choices, choices, (producers, one, other) => {
        expect(rows(interleave(producers, other))).toEqual(rows(interleave(producers, one)));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same statuses when events of one producer arrive late', () => {
    fc.assert(
      fc.property(
        severalProducers.chain((producers) =>
          fc.tuple(
            fc.constant(producers.flat()),
            fc.shuffledSubarray(producers.flat(), { minLength: producers.flat().length }),
          ),
        ),
        ([ordered, shuffled]) => {
          expect(statusesOf(reportOf(shuffled))).toEqual(statusesOf(reportOf(ordered)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same statuses for every interleaving when connections are more than are held in detail', () => {
    const many = fc.array(fc.tuple(fc.nat(15), fc.nat(3)), { minLength: 20, maxLength: 60 });
    const withMany = (id: string): fc.Arbitrary<readonly EvidenceEvent[]> =>
      many.map((steps) => {
        const hub = eventsOf('hub', producerOf(id));
        return steps.map(([connection, what]) => {
          const id = `c${connection}`;
          if (what === 0) return hub.accepted(id);
          if (what === 1) return hub.closed(id);
          return what === 2 ? hub.listed(2, id) : hub.failed('timeout', id);
        });
      });
    fc.assert(
      fc.property(withMany('one'), withMany('two'), choices, choices, (one, two, first, second) => {
        const statuses = statusesOf(reportOf(interleave([one, two], first)));
        expect(statusesOf(reportOf(interleave([one, two], second)))).toEqual(statuses);
      }),
      { numRuns: 40 },
    );
  });

  it('changes nothing when events are delivered again', () => {
    fc.assert(
      fc.property(severalProducers, choices, fc.nat(60), fc.nat(60), (producers, order, from, until) => {
        const events = record(interleave(producers, order));
        const state = events.reduce(evolve, initialState());
        const again = events.slice(from, until);
        expect(again.reduce(evolve, state)).toBe(state);
        expect(fold([...events.slice(0, until), ...again, ...events.slice(until)])).toEqual(toReport(state));
      }),
    );
  });

  it('goes on from its state stored as text, at any point', () => {
    fc.assert(
      fc.property(severalProducers, choices, fc.nat(30), (producers, order, at) => {
        const events = record(interleave(producers, order));
        const stored = JSON.parse(
          JSON.stringify(events.slice(0, at).reduce(evolve, initialState())),
        ) as AttemptState;
        expect(events.slice(at).reduce(evolve, stored)).toEqual(events.reduce(evolve, initialState()));
      }),
    );
  });

  it('never changes the state or the event it is given', () => {
    fc.assert(
      fc.property(producerEvents('one', 20), (list) => {
        const events = record(list).map(frozen);
        const state = events.reduce((before, event) => frozen(evolve(before, event)), frozen(initialState()));
        expect(() => frozen(toReport(state))).not.toThrow();
      }),
    );
  });

  it('keeps a state of bounded size however many connections come and go', () => {
    const producer = producerOf('front');
    const events = Array.from({ length: 400 }, (_, index): EvidenceEvent[] => [
      producer.saw('protocol-accepted', {
        server_name: 'hub',
        era: 'legacy',
        protocol_version: '2025-11-25',
        connection_id: `c${index}`,
      }),
      producer.saw('connection-closed', {
        server_name: 'hub',
        connection_id: `c${index}`,
        reason_code: 'stdin_closed',
      }),
    ]).flat();
    const state = stateOf(events);
    expect(state.servers[0]!.connections.length).toBeLessThanOrEqual(8);
    expect(toReport(state).servers[0]).toMatchObject({ status: 'disconnected', connection_count: 400 });
  });
});
