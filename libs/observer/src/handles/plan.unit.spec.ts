import { describe, expect, it } from '@jest/globals';
import { type HandlePlan, planOf } from './plan.ts';
import { createSeal } from './seal.ts';
import { createOpenSessions } from './sessions.ts';

const TTL_MS = 24 * 3_600_000;

/** Calls on one transport at times of the spec's own. */
function calls(ttlMs: number): (at: number, value?: unknown) => HandlePlan {
  let time = 0;
  const now = (): number => time;
  const seal = createSeal({ secrets: ['a secret of thirty-two characters'], tenant: '', server: 'hub' });
  const options = { seal, sessions: createOpenSessions(ttlMs, now), ttlMs, now };
  const transport = {};
  return (at, value) => {
    time = at;
    return planOf(value, transport, options);
  };
}

const handleOf = ({ told }: HandlePlan): string => (told as { readonly handle: string }).handle;

describe('a handle', () => {
  it('is good for the whole of its time, however late in its session it was given', () => {
    const call = calls(TTL_MS);
    const first = call(0);
    const late = call(TTL_MS - 1);
    expect(late.session_id).toBe(first.session_id);
    const supplied = { state: 'supplied', session_id: first.session_id, told: null };
    expect(call(TTL_MS - 1 + TTL_MS - 1, handleOf(late))).toEqual(supplied);
    expect(call(TTL_MS + 1_000 + TTL_MS, handleOf(late))).toMatchObject({ state: 'expired' });
  });

  it('leaves its session to those that hold one: later calls without one begin the next', () => {
    const call = calls(TTL_MS);
    const first = call(0);
    const late = call(TTL_MS - 1);
    const next = call(TTL_MS);
    expect(next).toMatchObject({ state: 'issued', told: { isOver: false } });
    expect(next.session_id).not.toBe(first.session_id);
    expect(call(TTL_MS + 1, handleOf(late)).session_id).toBe(first.session_id);
  });

  it('that is over is never replaced by one of the same session, to the millisecond', () => {
    const call = calls(1_000);
    for (const begun of [600, 4_001, 8_999, 13_000]) {
      const given = call(begun);
      const later = Array.from({ length: 2_100 }, (_, after) => call(begun + after, handleOf(given)));
      const over = later.filter(({ state }) => state === 'expired');
      expect(over.length).toBeGreaterThan(0);
      expect(over.map(({ session_id }) => session_id)).not.toContain(given.session_id);
    }
  });
});
