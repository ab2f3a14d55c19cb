import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { ProfileFault } from './fault.ts';
import { profileRevision } from './revision.ts';
import { readProfile } from './validate.ts';

const schemaFile = new URL('../../profile.schema.json', import.meta.url);
const fitsSchema = new Ajv2020({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(schemaFile, 'utf8')) as object,
);

const stdio = { name: 'files', type: 'stdio', command: 'npx' };
const http = { name: 'hub', type: 'http', url: 'https://hub.example/mcp' };

const faults = (document: unknown): readonly ProfileFault[] => {
  const reading = readProfile(document);
  return reading.ok ? [] : reading.faults;
};
const where = (document: unknown): readonly string[] =>
  faults(document).map(({ pointer, code }) => `${pointer} ${code}`);

const server = (change: object, base: object = stdio): object => ({
  version: 1,
  servers: [{ ...base, ...change }],
});
const rule = (change: object): object => ({ version: 1, rules: [{ match: '*', ...change }] });

const good: readonly (readonly [string, unknown])[] = [
  ['nothing but a version', { version: 1 }],
  ['a schema for editors', { $schema: './profile.schema.json', version: 1 }],
  ['a server of each kind', { version: 1, servers: [stdio, http, { ...http, name: 'old', type: 'sse' }] }],
  ['every member of a stdio server', server({ args: ['-y'], env: { A: '${env:B}' }, deliver: false })],
  ['every member of an HTTP server', server({ headers: { 'X-Key': '${env:B}' }, observed: true }, http)],
  ['a URL made of references', server({ url: '${env:HUB_URL}/mcp' }, http)],
  ['a URL in capitals', server({ url: 'HTTPS://HUB.example' }, http)],
  ['every member of a rule', rule({ transport: 'sse', deny: true, observed: false })],
  ['names of any script', server({ name: 'Dateien ü 😀' })],
  ['dollars and braces that are no reference', server({ args: ['$HOME', '${HOME}', '{env:X}', '$'] })],
];

const bad: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['no object', [], [' wrong_type']],
  ['null', null, [' wrong_type']],
  ['no version', {}, ['/version missing']],
  ['another version', { version: 2 }, ['/version invalid_value']],
  ['an unknown member', { version: 1, server: [] }, ['/server unknown_member']],
  ['a member with odd characters', { version: 1, 'a/b~': 1 }, ['/a~1b~0 unknown_member']],
  ['servers that are no list', { version: 1, servers: {} }, ['/servers wrong_type']],
  ['a server that is none', { version: 1, servers: [7] }, ['/servers/0 wrong_type']],
  [
    'a server with nothing',
    { version: 1, servers: [{}] },
    ['/servers/0/name missing', '/servers/0/type missing'],
  ],
  ['an unknown member of a server', server({ cmd: 'x' }), ['/servers/0/cmd unknown_member']],
  ['an unknown type', server({ type: 'acp' }), ['/servers/0/type invalid_value']],
  ['a URL beside a command', server({ url: 'http://a' }), ['/servers/0/url not_allowed']],
  ['a command beside a URL', server({ args: [] }, http), ['/servers/0/args not_allowed']],
  ['no command', server({ command: undefined }), ['/servers/0/command wrong_type']],
  ['an empty command', server({ command: ' ' }), ['/servers/0/command invalid_value']],
  ['arguments that are none', server({ args: ['-y', 1] }), ['/servers/0/args/1 wrong_type']],
  ['a variable that is no text', server({ env: { 'A/B': 1 } }), ['/servers/0/env/A~1B wrong_type']],
  ['a variable that cannot be one', server({ env: { 'A=B': '' } }), ['/servers/0/env/A=B invalid_value']],
  ['a reference without a name', server({ args: ['${env:}'] }), ['/servers/0/args/0 invalid_reference']],
  ['a reference without an end', server({ command: '${env:A' }), ['/servers/0/command invalid_reference']],
  ['NUL in a value', server({ command: 'a\0' }), ['/servers/0/command invalid_reference']],
  ['a URL of another scheme', server({ url: 'file:///x' }, http), ['/servers/0/url invalid_value']],
  [
    'a header over two lines',
    server({ headers: { A: 'b\nc' } }, http),
    ['/servers/0/headers/A invalid_value'],
  ],
  [
    'a header that cannot be one',
    server({ headers: { 'A B': '' } }, http),
    ['/servers/0/headers/A B invalid_value'],
  ],
  ['a flag that is none', server({ deliver: 'no' }), ['/servers/0/deliver wrong_type']],
  ['an empty name', server({ name: '' }), ['/servers/0/name invalid_value']],
  ['a blank name', server({ name: ' \t' }), ['/servers/0/name invalid_value']],
  ['half a character in a name', server({ name: 'a\ud800' }), ['/servers/0/name invalid_value']],
  ['a name that is too long', server({ name: 'x'.repeat(257) }), ['/servers/0/name too_long']],
  ['a rule without a glob', { version: 1, rules: [{ deny: true }] }, ['/rules/0/match missing']],
  ['an unknown member of a rule', rule({ allow: true }), ['/rules/0/allow unknown_member']],
  ['a rule for no transport', rule({ transport: 'ws' }), ['/rules/0/transport invalid_value']],
  ['a rule that says maybe', rule({ deny: null }), ['/rules/0/deny wrong_type']],
];

describe('a profile', () => {
  it.each(good)('may have %s', (_, document) => {
    expect(faults(document)).toEqual([]);
    expect(fitsSchema(document)).toBe(true);
  });

  it.each(bad)('may not have %s', (_, document, expected) => {
    expect(where(document)).toEqual(expected);
    expect(fitsSchema(document)).toBe(false);
  });

  it('may not have names of more than 256 bytes, which the schema cannot count', () => {
    expect(where(server({ name: 'ü'.repeat(129) }))).toEqual(['/servers/0/name too_long']);
    expect(where(server({ url: 'http://a:port' }, http))).toEqual(['/servers/0/url invalid_value']);
  });

  it('tells every fault at once, and nothing of what stands there', () => {
    const secret = 'hunter2-hunter2';
    const document = {
      version: 3,
      servers: [
        { ...stdio, env: { A: `\${env:${secret}}` }, extra: secret },
        { ...http, url: secret },
      ],
      built_in_tools: secret,
    };
    expect(where(document)).toEqual([
      '/version invalid_value',
      '/servers/0/extra unknown_member',
      '/servers/0/env/A invalid_reference',
      '/servers/1/url invalid_value',
      '/built_in_tools wrong_type',
    ]);
    expect(JSON.stringify(faults(document))).not.toContain(secret);
  });

  it('is judged as the published schema judges it, whatever is wrong with it', () => {
    const value = fc.oneof(
      fc.constantFrom('stdio', 'http', 'npx', 'http://a/b', '${env:A}', '${env:', '', true, false, 1, null),
      fc.array(fc.constantFrom('a', 1, '${env:A}'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('A', 'B C', ''), fc.constantFrom('x', 'y\n', 2), { maxKeys: 2 }),
    );
    const keys = ['name', 'type', 'command', 'args', 'env', 'url', 'headers', 'deliver', 'other'];
    const changed = (base: object): fc.Arbitrary<object> =>
      fc
        .dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 })
        .map((change) => ({ ...base, ...change }));
    const rules = fc.dictionary(fc.constantFrom('match', 'transport', 'deny', 'observed', 'x'), value);
    const document = fc.record({
      version: fc.constantFrom(1, 1, 1, 2),
      servers: fc.array(fc.oneof(changed(stdio), changed(http)), { maxLength: 2 }),
      rules: fc.array(rules, { maxLength: 1 }),
    });
    fc.assert(
      fc.property(document, (one) => {
        expect(readProfile(one).ok).toBe(fitsSchema(one));
      }),
      { numRuns: 2000 },
    );
  });

  it('has a revision that follows its meaning alone', () => {
    const revision = (document: unknown): string => {
      const reading = readProfile(document);
      if (!reading.ok) throw new Error('not a profile');
      return profileRevision(reading.profile);
    };
    const plain = revision({ version: 1, servers: [stdio] });
    expect(plain).toMatch(/^[0-9a-f]{64}$/);
    expect(revision({ servers: [{ deliver: true, ...stdio }], version: 1 })).toBe(plain);
    expect(revision({ version: 1, servers: [{ ...stdio, deliver: false }] })).not.toBe(plain);
  });
});
