import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeTarget } from './target.ts';

const TOKEN = 'tk_test_z9Y8x7W6v5U4';

describe('sanitizeTarget', () => {
  it.each([
    [`https://api.example.test/mcp?token=${TOKEN}`, 'https://api.example.test'],
    [`https://api.example.test/mcp#token=${TOKEN}`, 'https://api.example.test'],
    [`https://svc:${TOKEN}@api.example.test/mcp`, 'https://api.example.test'],
    [`https://${TOKEN}@api.example.test/mcp`, 'https://api.example.test'],
    [`https://api.example.test:9443/mcp/${TOKEN}`, 'https://api.example.test:9443'],
    [`HTTPS://API.Example.test:443/${TOKEN}/sse`, 'https://api.example.test'],
    [`http://[::1]:3000/mcp?k=${TOKEN}`, 'http://[::1]:3000'],
    ['https://svc:p@ss@w0rd@api.example.test:9443/sse', 'https://api.example.test:9443'],
    ['ws://localhost:80/x', 'ws://localhost'],
    ['wss://h.test:80', 'wss://h.test:80'],
    ['http://münchen.test/', 'http://xn--mnchen-3ya.test'],
    ['http://0x7f.1/', 'http://127.0.0.1'],
  ])('reduces %s', (url, target) => {
    expect(sanitizeTarget(url)).toBe(target);
  });

  it.each([
    ...[
      '',
      'mcp',
      '//h.test',
      'ftp://h.test',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://',
      'https://h.test:99999',
    ],
    ...[
      'https://h.test\\@evil.test',
      'https://h .test',
      ' https://h.test',
      'https://h.test\n',
      'https://h.test/a b',
    ],
    ...[
      'https://u:p/w@h.test',
      'https://h.test/?q=@',
      'https://h.test/#a@b',
      'http://h\u0000.test',
      'http://\ud800.test',
    ],
    `http://${'a.'.repeat(200)}test`,
  ])('makes nothing of %j', (url) => {
    expect(sanitizeTarget(url)).toBe('<invalid endpoint>');
  });

  it('gives the same when applied again, whatever it was given', () => {
    const part = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(part, fc.constantFrom('', 'http://', 'https://u:p@', 'ws:'), (text, head) => {
        const target = sanitizeTarget(head + text);
        return (
          sanitizeTarget(target) === target &&
          /^(?:(?:https?|wss?):\/\/[^/?#@\s\\]+|<invalid endpoint>)$/.test(target)
        );
      }),
    );
  });
});
