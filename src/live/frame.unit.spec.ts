import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFrame } from './frame.ts';

const faultOf = (raw: string | null): string | null => {
  const frame = parseFrame(raw);
  return frame.event === 'fault' ? frame.data.code : null;
};

describe('a frame of a client', () => {
  it('subscribes to a session from its beginning', () => {
    expect(parseFrame('{"event":"subscribe","data":{"session_id":"a/b"}}')).toEqual({
      event: 'subscribe',
      data: { session_id: 'a/b', after: null },
    });
  });

  it('subscribes after a place of the log', () => {
    expect(parseFrame('{"event":"subscribe","data":{"session_id":"s","after":"12"}}')).toEqual({
      event: 'subscribe',
      data: { session_id: 's', after: '12' },
    });
  });

  it('takes __proto__ as an ordinary session id', () => {
    expect(parseFrame('{"event":"unsubscribe","data":{"session_id":"__proto__"}}')).toEqual({
      event: 'unsubscribe',
      data: { session_id: '__proto__' },
    });
  });

  it.each([
    ['', 'malformed'],
    ['{', 'malformed'],
    ['[]', 'malformed'],
    ['"subscribe"', 'malformed'],
    [null, 'malformed'],
    ['{"event":"fault"}', 'unknown_event'],
    ['{"event":"__proto__","data":{}}', 'unknown_event'],
    ['{"event":"subscribe"}', 'invalid'],
    ['{"event":"subscribe","data":{"session_id":""}}', 'invalid'],
    ['{"event":"subscribe","data":{"session_id":7}}', 'invalid'],
    ['{"event":"subscribe","data":{"session_id":"s","after":12}}', 'invalid'],
    ['{"event":"subscribe","data":{"session_id":"s","after":"012"}}', 'invalid'],
    ['{"event":"subscribe","data":{"session_id":"a\\u0000"}}', 'invalid'],
  ])('is answered with the code that says what is wrong: %s', (raw, code) => {
    expect(faultOf(raw)).toBe(code);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (raw) => {
        expect(['subscribe', 'unsubscribe', 'fault']).toContain(parseFrame(raw).event);
      }),
    );
  });
});
