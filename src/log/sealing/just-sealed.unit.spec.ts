import { describe, expect, it } from '@jest/globals';
import { type LogEvent } from '@mcp-witness/event-log';
import { createJustSealed } from './just-sealed.ts';

const place = { tenant_id: 'default', stream: 'attempt-1', id: 'e1', type: 'tool-called' };
const payload = { data: '{}', meta: '{"session_id":"s"}' };
const stored = (over: object = {}): LogEvent => ({ ...place, data: 'sealed', ...over }) as LogEvent;

describe('what was just sealed', () => {
  it('is given once, for the very text at the very place, and for nothing else', () => {
    const just = createJustSealed();
    just.put(place, payload, 'sealed');
    expect(just.take(stored())).toMatchObject(payload);
    expect(just.take(stored())).toBeUndefined();
    just.put(place, payload, 'sealed');
    for (const other of [
      { data: 'Sealed' },
      { stream: 'attempt-2' },
      { id: 'e2' },
      { type: 't' },
      { tenant_id: 'o' },
    ])
      expect(just.take(stored(other))).toBeUndefined();
  });

  it('is let go of beyond its bound, the oldest first, and as a whole', () => {
    const just = createJustSealed(10);
    for (const id of ['e1', 'e2']) just.put({ ...place, id }, payload, 'sealed');
    expect(just.take(stored())).toBeUndefined();
    expect(just.take(stored({ id: 'e2' }))).toMatchObject(payload);
    just.clear();
    expect(just.take(stored({ id: 'e2' }))).toBeUndefined();
  });
});
