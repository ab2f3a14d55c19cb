import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decideClaim,
  evolveSession,
  initialSession,
  type ClaimDecision,
  type SessionState,
} from '../index.ts';
import { timeAt, uuidAt } from '../testing/producer.ts';
import { recordedClaim, testSession } from '../testing/session.ts';

const decide = (state: SessionState, id: string, producer_id: string): ClaimDecision =>
  decideClaim(state, { attachment_attempt_id: id, producer_id, occurred_at: timeAt(0) });

const claimed = (state: SessionState, id: string, producer: string, position: number): SessionState => {
  const decision = decide(state, id, producer);
  return decision.outcome === 'known'
    ? state
    : evolveSession(state, recordedClaim(decision.event, state, position));
};

const order = (state: SessionState): string[] =>
  state.claims.map(({ attachment_attempt_id }) => attachment_attempt_id);

describe('the claim of an attempt', () => {
  it('makes the first attempt current, and each next one of the same producer', () => {
    const session = testSession();
    for (const id of [uuidAt(1), uuidAt(2), uuidAt(3)]) session.claim({ id });
    expect(session.state.claims).toMatchObject([
      { attachment_attempt_id: uuidAt(3), ordinal: 3, superseded_by: null, superseded_at: null },
      { attachment_attempt_id: uuidAt(2), ordinal: 2, superseded_by: uuidAt(3) },
      { attachment_attempt_id: uuidAt(1), ordinal: 1, superseded_by: uuidAt(2) },
    ]);
  });

  it('tells which attempt it supersedes', () => {
    const state = claimed(initialSession(), uuidAt(1), 'relay', 1);
    expect(decide(state, uuidAt(2), 'relay')).toMatchObject({
      outcome: 'claim',
      event: { data: { ordinal: 2, placement: 'current', other: uuidAt(1) } },
    });
  });

  it('is written once: the same attempt again needs nothing', () => {
    const state = [1, 2].reduce(
      (before, time) => claimed(before, uuidAt(time), 'relay', time),
      initialSession(),
    );
    expect(decide(state, uuidAt(1), 'relay')).toMatchObject({ outcome: 'known', claim: { ordinal: 1 } });
    expect(decide(state, uuidAt(2), 'relay')).toMatchObject({ outcome: 'known', claim: { ordinal: 2 } });
  });

  it('makes one that comes late from another producer history at once', () => {
    const state = [1, 5].reduce(
      (before, time) => claimed(before, uuidAt(time), 'relay', time),
      initialSession(),
    );
    const late = claimed(state, uuidAt(3), 'host', 9);
    expect(order(late)).toEqual([uuidAt(5), uuidAt(3), uuidAt(1)]);
    expect(late.claims[1]).toMatchObject({
      ordinal: 3,
      superseded_by: uuidAt(5),
      superseded_at: '2026-11-30T11:00:09.000000Z',
    });
    expect(decide(late, uuidAt(6), 'relay')).toMatchObject({
      event: { data: { ordinal: 4, placement: 'current', other: uuidAt(5) } },
    });
  });

  it('takes one producer at its word when its clock goes back', () => {
    const state = claimed(initialSession(), uuidAt(5), 'relay', 1);
    expect(order(claimed(state, uuidAt(3), 'relay', 2))).toEqual([uuidAt(3), uuidAt(5)]);
  });

  it('compares the times of ids whatever their case', () => {
    const state = claimed(initialSession(), uuidAt(0xabcdef).toUpperCase(), 'relay', 1);
    expect(decide(state, uuidAt(0xabcdee), 'host')).toMatchObject({
      event: { data: { placement: 'history' } },
    });
    expect(decide(state, uuidAt(0xabcdf0), 'host')).toMatchObject({
      event: { data: { placement: 'current' } },
    });
  });

  it('gives two that race distinct ordinals and one current, as the second decides again', () => {
    const before = claimed(initialSession(), uuidAt(1), 'relay', 1);
    const [one, two] = [decide(before, uuidAt(2), 'relay'), decide(before, uuidAt(3), 'relay')];
    expect(one).toMatchObject({ event: { data: { ordinal: 2 } } });
    expect(two).toMatchObject({ event: { data: { ordinal: 2 } } });
    const won = claimed(before, uuidAt(2), 'relay', 2);
    const both = claimed(won, uuidAt(3), 'relay', 3);
    expect(both.claims.map(({ ordinal }) => ordinal)).toEqual([3, 2, 1]);
    expect(both.claims.filter(({ superseded_by }) => superseded_by === null)).toHaveLength(1);
  });

  it('changes nothing when a claim is delivered again', () => {
    const before = claimed(initialSession(), uuidAt(1), 'relay', 1);
    const decision = decide(before, uuidAt(2), 'relay');
    if (decision.outcome === 'known') throw new Error('It is not known yet.');
    const event = recordedClaim(decision.event, before, 2);
    const after = evolveSession(before, event);
    expect(evolveSession(after, event)).toBe(after);
  });

  it('always leaves one current attempt and distinct ordinals, and a bounded state that survives being text', () => {
    const claims = fc.array(fc.tuple(fc.nat(50), fc.constantFrom('a', 'b', 'c')), { maxLength: 120 });
    fc.assert(
      fc.property(claims, (list) => {
        const state = list.reduce(
          (before, [time, producer], index) =>
            claimed(JSON.parse(JSON.stringify(before)) as SessionState, uuidAt(time, index), producer, index),
          initialSession(),
        );
        expect(state.length).toBe(list.length);
        expect(state.claims).toHaveLength(Math.min(64, list.length));
        expect(new Set(state.claims.map(({ ordinal }) => ordinal)).size).toBe(state.claims.length);
        expect(state.claims.map(({ superseded_by }) => superseded_by === null)).toEqual(
          state.claims.map((_, index) => index === 0),
        );
      }),
    );
  });
});
