import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeText, secretNeedles, utf8Length } from '@mcp-witness/evidence';
import { messages, ordinary, TOKEN, vendorTokens } from './messages.ts';
import { planted } from './plant.ts';

describe('sanitizeText', () => {
  it.each(messages)('keeps of %j what tells no secret', (said, kept) => {
    expect(sanitizeText(said)).toBe(kept);
    expect(sanitizeText(kept)).toBe(kept);
    expect(sanitizeText(said)).not.toContain(TOKEN);
  });

  it.each(ordinary)('leaves %j as it is', (text) => {
    expect(sanitizeText(text)).toBe(text);
  });

  it('tells ordinary messages apart', () => {
    expect(new Set(ordinary.map((text) => sanitizeText(text))).size).toBe(ordinary.length);
  });

  it.each(Object.entries(vendorTokens))('knows a bare token by its shape: %s', (_, token) => {
    expect(sanitizeText(`using ${token}`)).toBe('using [redacted]');
    expect(sanitizeText(`x (${token}).`)).not.toContain(token.slice(-6));
    expect(sanitizeText(`{"message":"Bearer ${token}"}`)).not.toContain(token.slice(-6));
  });

  it('keeps the words around a token', () => {
    const { githubClassic = '', githubServer = '', aws = '' } = vendorTokens;
    expect(sanitizeText(`key ${githubClassic} is revoked`)).toBe('key [redacted] is revoked');
    expect(sanitizeText(`install token ${githubServer} expired`)).toBe('install token [redacted] expired');
    expect(sanitizeText(`AccessDenied for ${aws}`)).toBe('AccessDenied for [redacted]');
    expect(sanitizeText('POST https://hooks.slack.com/services/T0SPEC/B0SPEC/zyxSPEC 404')).toBe(
      'POST https://hooks.slack.com 404',
    );
  });

  it('redacts before it cuts, and cuts between characters', () => {
    const text = `${'é'.repeat(120)} token=${TOKEN}`;
    const kept = sanitizeText(text);
    expect(kept).toBe(`${'é'.repeat(120)} token=`);
    expect(sanitizeText('😀'.repeat(100), { maxBytes: 11 })).toBe('😀😀');
    expect(sanitizeText(`${'x'.repeat(250)}https://u:p@a.test`)).not.toContain('u:p');
  });

  it('makes one line of many, or keeps line feeds and tabs where asked', () => {
    expect(sanitizeText('a\r\nb\tc\u2028d')).toBe('a b c d');
    expect(sanitizeText('a\r\nb\tc', { keepLineBreaks: true })).toBe('a\nb\tc');
  });

  it('takes the value of an ordinary setting for a secret of this session, and short ones for none', () => {
    const secrets = secretNeedles({ env: { TEAM: 'blue kettle', N: '1', S: 'on', B: 'true' } });
    expect(sanitizeText('1 on true blue%20kettle', { secrets })).toBe('1 on true [redacted]');
  });

  it('gives text that a database takes, within its limit, and the same when applied again', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      fc
        .array(
          fc.oneof(
            fc.constantFrom(...messages.map(([said]) => said), ...ordinary, ...Object.values(vendorTokens)),
            fc.constantFrom(
              '"',
              '\\',
              '\\"',
              "'",
              '=',
              ': ',
              '[',
              '{',
              '[redacted]',
              '[path]',
              '://',
              '@',
              '/',
              '-',
              '%3D',
              ' ',
            ),
            fc.constantFrom(
              'token',
              'key',
              'Bearer ',
              'authorization',
              'env',
              '--token ',
              'cookie',
              '\u001b]',
              '\u009b',
              '\ud83d',
            ),
            planted.map(({ text }) => text),
          ),
          { maxLength: 8 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom(16, 64, 256, 4096), (text, maxBytes) => {
        const kept = sanitizeText(text, { maxBytes });
        return (
          utf8Length(kept) <= maxBytes &&
          !/[\p{Cc}\p{Surrogate}]/u.test(kept) &&
          sanitizeText(kept, { maxBytes }) === kept
        );
      }),
      { numRuns: 5_000 },
    );
  }, 120_000);
});
