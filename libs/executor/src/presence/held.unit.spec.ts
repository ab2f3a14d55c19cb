import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { createHeld } from './held.ts';

const event = (type: string, attempt: string, data: object): EvidenceEvent =>
  ({ type, attachment_attempt_id: attempt, data }) as EvidenceEvent;
const started = (attempt: string, session_id: string): EvidenceEvent =>
  event('attempt-started', attempt, { session_id, entry: 'session/new' });
const ended = (attempt: string): EvidenceEvent =>
  event('execution-ended', attempt, { reason_code: 'exited' });

describe('what an executor holds', () => {
  it('is the newest attempt of every session', () => {
    const held = createHeld();
    expect(
      [started('a1', 's1'), started('b1', 's2'), started('a2', 's1')].map((one) => held.take(one)),
    ).toEqual([true, true, true]);
    expect(held.attempts).toEqual(['b1', 'a2']);
  });

  it('is less one attempt when its execution ends, and unchanged when that of an older one does', () => {
    const held = createHeld();
    for (const one of [started('a1', 's1'), started('a2', 's1'), started('b1', 's2')]) held.take(one);
    expect(held.take(ended('a1'))).toBe(false);
    expect(held.attempts).toEqual(['a2', 'b1']);
    expect(held.take(ended('a2'))).toBe(true);
    expect(held.take(ended('a2'))).toBe(false);
    expect(held.attempts).toEqual(['b1']);
  });

  it('is not changed by what else is evidence', () => {
    const held = createHeld();
    held.take(started('a1', 's1'));
    expect(held.take(event('server-delivered', 'a1', { server_name: 'hub' }))).toBe(false);
    expect(held.attempts).toEqual(['a1']);
  });

  it('is the 256 newest of more', () => {
    const held = createHeld();
    for (let n = 0; n < 300; n += 1) held.take(started(`a${n}`, `s${n}`));
    expect(held.attempts).toHaveLength(256);
    expect(held.attempts[0]).toBe('a44');
    expect(held.attempts.at(-1)).toBe('a299');
  });
});
