import { describe, expect, it } from '@jest/globals';
import {
  canonicalJson,
  cleanText,
  parseInstant,
  sanitizeCommand,
  sanitizeTarget,
  sanitizeText,
  secretNeedles,
} from '@mcp-witness/evidence';

const SIZE = 1024 * 1024;
/** Slow by their number of names and values, not by their length: a part of the size shows it as well. */
const SMALL = 64 * 1024;
const patience = 240_000;

/**
 * Each would make some way of looking for secrets start over at every place: runs that never end in what is looked for,
 * openings that are never closed, names before values that are none. What takes a step for every pair of characters of a
 * megabyte takes hours, so that these tests end at all is the proof; no clock is read.
 */
const hostile: readonly string[] = [
  ...[
    'a',
    'A',
    '1',
    ' ',
    '/',
    '\\',
    '.',
    '-',
    '_',
    '=',
    ':',
    '@',
    '"',
    "'",
    '[',
    '{',
    '<',
    '%',
    '+',
    '\u001b',
    '\u009b',
    '\ud83d',
  ],
  ...[
    'a=',
    'key:is:',
    'x_key:is:',
    'a:"',
    '"a":',
    '"message":"',
    "token='",
    'args:',
    'env:',
    '%22',
    '%22key%22%3A',
    '%22key%22%3A%22',
    '%2522key%2522%253A%2522a',
    'key\\u003d',
    '\\u003d',
    'token a1b2c',
    'token sha-1',
    'auth:basic ',
    '--key ',
    '--key,',
    '"a":xx',
  ],
  ...[
    '://',
    'a://',
    'http://a/',
    'http://a@',
    'x:\\/\\/',
    '/a',
    '/a ',
    '"/a',
    "'/a ",
    './',
    'C:\\',
    '~a/',
    '\\\\ab\\',
    '%2fhome%2f',
  ],
  ...[
    'eyJ',
    'eyJ.',
    'sk-',
    'sk-aaaaaaaaaaaaaaaaaaaa ',
    'ghs_',
    'ghs_.',
    'npm_',
    'AKIA',
    'sig=',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
  ],
  ...[
    'Bearer ',
    'bearer+',
    'basic+_',
    'Bearer%20is.',
    'password is ',
    'token "',
    '@tcp(',
    '-u a:',
    '<key>',
    'cookie:a=b; ',
    'Aa1',
  ],
  ...[
    '\u001b]',
    '\u001b]a',
    '\u001b[',
    '\u001b[0',
    '\u001bP\u001b',
    '\u009d',
    'a\u200b',
    '[redacted]',
    '[path]',
    '[redacte',
    ',a',
    ',;',
    '\\"',
    '\\\\"',
  ],
];

const filled = (part: string): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);

describe('a text made to be slow', () => {
  it(
    'is sanitised',
    () => {
      for (const part of hostile) {
        const kept = sanitizeText(`x ${filled(part).slice(0, SMALL)}`);
        expect(kept.length).toBeLessThanOrEqual(256);
      }
    },
    patience,
  );

  it(
    'is sanitised whole',
    () => {
      for (const part of [
        'a',
        '"',
        '/',
        '--key,',
        '-u=a:',
        'key:is:',
        'eyJ',
        'sk-',
        'bearer+',
        '\u001b]',
        '\\',
        '[',
        '"a":xx',
      ]) {
        expect(sanitizeText(filled(part)).length).toBeLessThanOrEqual(256);
      }
    },
    patience,
  );

  it(
    'is cleaned',
    () => {
      for (const part of hostile.filter((_, index) => index % 8 === 0)) {
        expect(cleanText(filled(part), { lineBreaks: true, maxBytes: 1024 }).text.length).toBeLessThanOrEqual(
          1024,
        );
      }
    },
    patience,
  );

  it(
    'is searched for secrets that almost stand in it',
    () => {
      const secrets = secretNeedles({
        args: [`${'a'.repeat(255)}b`, `${'ab'.repeat(100)}c`, 'AAAAAAAA', `${'/'.repeat(64)}x`],
      });
      for (const part of ['a', 'ab', 'A', '/', '%61', '\\u0061', 'YWFh']) {
        expect(sanitizeText(filled(part).slice(0, 4 * SMALL), { secrets }).length).toBeLessThanOrEqual(256);
      }
    },
    patience,
  );

  it('is no target, no command and no instant', () => {
    for (const part of ['a', '/', '@', ':', ' ', '\\', '-']) {
      const text = filled(part);
      expect(sanitizeTarget(`http://${text}`)).toBe('<invalid endpoint>');
      expect(sanitizeCommand(`a=${text}`)).toBe('<invalid command>');
      expect(parseInstant(`2026-11-30T00:00:00.${text}`)).toBeNull();
    }
  });

  it('is taken for the configuration of a server', () => {
    const value = filled('a=');
    expect(
      sanitizeText(`x ${value.slice(0, 300)}`, {
        secrets: secretNeedles({ env: { A: value }, url: `http://${value}` }),
      }),
    ).toContain('[redacted]');
  });
});

describe('JSON made to be slow', () => {
  /** `begin` as often as `end`, filling the size, with `middle` between them. */
  const nested = (begin: string, middle: string, end: string): string => {
    const levels = Math.floor((SIZE - middle.length) / (begin.length + end.length));
    return begin.repeat(levels) + middle + end.repeat(levels);
  };
  const inAList = (part: string): string => `[${part.repeat(Math.floor(SIZE / part.length))}0]`;
  const keys = (prefix: string): string =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: SIZE / 16 }, (_, at) => [`${prefix}${SIZE - at}`, 0])),
    );

  it.each([
    ['lists in lists', nested('[', '', ']')],
    ['lists in lists that go on behind', nested('[', '0', ',0]')],
    ['lists in lists that begin before', nested('[0,', '0', ']')],
    ['objects in objects', nested('{"a":', '0', '}')],
    ['objects in lists in objects', nested('{"b":0,"a":[', '0', ']}')],
    ['very many numbers', inAList('0,')],
    ['very many lists', inAList('[],')],
    ['very many objects', inAList('{},')],
    ['very many members', keys('')],
    ['members that are alike', keys('k'.repeat(64))],
  ])(
    'of %s is written in its canonical form',
    (_, text) => {
      const written = canonicalJson(JSON.parse(text));
      expect(written).toHaveLength(text.length);
      expect(written.slice(0, 1)).toBe(text.slice(0, 1));
    },
    patience,
  );
});
