import { describe, expect, it } from '@jest/globals';
import { appendLimits } from '@mcp-witness/event-log';
import fc from 'fast-check';
import { open, type Payload, type Place, seal, sealable, sealings, sealingKey } from './cipher.ts';
import { bare, wrapping } from './wrapping.ts';

const key = sealingKey('k', Buffer.alloc(32, 7));
const other = sealingKey('k', Buffer.alloc(32, 8));
const place: Place = { tenant_id: 'default', stream: 'attempt-1', id: 'e1', type: 'tool-called' };

const payloads = fc.record<Payload>({
  data: fc.string({ unit: 'grapheme' }),
  meta: fc.option(fc.string({ unit: 'grapheme' }), { nil: null }),
});

describe('a sealed payload', () => {
  it('opens to what it was, and is the same text for the same event', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const text = seal(key, place, payload);
        expect(text).toMatch(/^[A-Za-z0-9+/]+=*$/);
        expect(seal(key, place, payload)).toBe(text);
        expect(open(key, place, text)).toEqual(payload);
      }),
    );
  });

  it('opens with no other key and at no other place', () => {
    const text = seal(key, place, { data: '{}', meta: null });
    expect(open(other, place, text)).toBeNull();
    for (const change of [{ tenant_id: 'other' }, { stream: 's' }, { id: 'e2' }, { type: 't' }])
      expect(open(key, { ...place, ...change }, text)).toBeNull();
  });

  it('does not open when anything of it was changed or cut', () => {
    const bytes = Buffer.from(seal(key, place, { data: '{"a":1}', meta: '{}' }), 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(open(key, place, changed.toString('base64'))).toBeNull();
      expect(open(key, place, bytes.subarray(0, index).toString('base64'))).toBeNull();
    }
    expect(open(key, place, '{"a":1}')).toBeNull();
  });

  it('opens and is told again in the format of before, whose texts stay as they are', () => {
    const text = 'AUVMvGbBPmn/sDAgmqLA/YSuJdcybFOQEekM3r/5RmGdd0ndUHfV/r/dqtxNCGGh2IoRODFOU9CNkCmI';
    const payload = { data: '{"a":"é"}', meta: '{"session_id":"s"}' };
    expect(open(key, place, text)).toEqual(payload);
    expect(sealings(key, place, payload).map((seal) => seal())).toContain(text);
    expect(open(other, place, text)).toBeNull();
    expect(open(key, { ...place, id: 'e2' }, text)).toBeNull();
  });

  it('shares no bytes with another event of the same content', () => {
    const payload = { data: 'x'.repeat(100), meta: null };
    const [one, two] = ['e1', 'e2'].map((id) => seal(key, { ...place, id }, payload));
    expect(one?.slice(0, 40)).not.toBe(two?.slice(0, 40));
  });

  it('fits into the log as long as it is no longer than what is said to fit', () => {
    const longest = sealable(appendLimits.dataBytes);
    const text = seal(key, place, { data: 'x'.repeat(longest), meta: null });
    expect(text.length).toBeLessThanOrEqual(appendLimits.dataBytes);
  });
});

describe('a wrapped secret', () => {
  const secret = Buffer.alloc(32, 1);
  const wrap = wrapping(Buffer.alloc(32, 2));

  it('is unwrapped by the key that wrapped it, under its own id, and by no other', () => {
    const wrapped = wrap.wrap('id', secret);
    expect(wrapped.includes(secret)).toBe(false);
    expect(wrap.unwrap('id', wrapped, wrap.wrapped_by)).toEqual(secret);
    expect(() => wrap.unwrap('other', wrapped, wrap.wrapped_by)).toThrow();
    expect(() => wrapping(Buffer.alloc(32, 3)).unwrap('id', wrapped, wrap.wrapped_by)).toThrow();
  });

  it('names the key without telling it', () => {
    expect(wrap.wrapped_by).toMatch(/^[0-9a-f]{16}$/);
    expect(wrap.wrapped_by).not.toBe(wrapping(Buffer.alloc(32, 3)).wrapped_by);
    expect(bare.wrapped_by).toBeNull();
  });
});
