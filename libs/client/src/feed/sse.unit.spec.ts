import { describe, expect, it } from '@jest/globals';
import { createSseReader, type SseBlock } from './sse.ts';

const text = [
  'retry: 2000',
  '',
  'id: 1',
  'data: {"a":"ü"}',
  '',
  ': heartbeat',
  'id: 7',
  '',
  'data: one',
  'data: two',
  'event: other',
  '',
  ': a comment alone',
  '',
  'id',
  '',
  'data: cut off',
];

const blocks: readonly SseBlock[] = [
  { id: '1', data: '{"a":"ü"}' },
  { id: '7', data: null },
  { id: null, data: 'one\ntwo' },
  { id: '', data: null },
];

describe('server-sent events', () => {
  it('are the same wherever their text is cut, with either line end', () => {
    for (const end of ['\n', '\r\n']) {
      const whole = text.join(end);
      for (const size of [1, 2, 3, 7, 1_000]) {
        const reader = createSseReader();
        const read: SseBlock[] = [];
        for (let at = 0; at < whole.length; at += size) read.push(...reader.push(whole.slice(at, at + size)));
        expect(read).toEqual(blocks);
      }
    }
  });
});
