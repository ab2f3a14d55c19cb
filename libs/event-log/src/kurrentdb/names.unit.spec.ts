import { describe, expect, it } from '@jest/globals';
import { streamNameOf, typeNameOf, typeOf } from './names.ts';

describe('the names at the server', () => {
  it('show the tenant and the stream, readable where they are plain', () => {
    expect(streamNameOf('witness.', 'default', 'attempt-1')).toBe('witness.default.attempt-1');
  });

  it('are of a few harmless characters, whatever the stream is called', () => {
    for (const stream of [
      '$all',
      '$$x',
      'a.b',
      "'; --",
      '𝄞',
      '\u202e',
      ' ',
      'x'.repeat(512),
      'é'.repeat(256),
    ]) {
      expect(streamNameOf('witness.', 'default', stream)).toMatch(/^witness\.[A-Za-z0-9._%-]{1,420}$/);
    }
  });

  it('differ whenever tenant or stream do', () => {
    const long = 'x'.repeat(500);
    const pairs = [
      ['a', 'b.c'],
      ['a.b', 'c'],
      ['a', 'b%2Ec'],
      ['a', 'B'],
      ['A', 'b'],
      ['a', `${long}1`],
      ['a', `${long}2`],
      ['a.', long],
      ['a', `.${long}`],
    ] as const;
    const names = pairs.map(([tenant, stream]) => streamNameOf('witness.', tenant, stream));
    expect(new Set(names).size).toBe(pairs.length);
  });

  it('give back the type of an event', () => {
    for (const type of ['tools-listed', '$>', '$metadata', '%24', 'é 𝄞', "!~*'()."]) {
      expect(typeOf(typeNameOf(type))).toBe(type);
      expect(typeNameOf(type)).not.toMatch(/^\$/);
    }
  });
});
