import { describe, expect, it } from '@jest/globals';
import { secretNeedles } from './configuration.ts';
import { sanitizeText } from './text.ts';

const secrets = secretNeedles({
  headers: { 'X-Team': 'honest donkey' },
  env: [
    { name: 'DB_PASS', value: 'p@ss/w#rd' },
    { name: 'LIC', value: 'she wrote "no"\\' },
    { name: 'N', value: '1' },
  ],
  args: ['--token', '--api-key', 'rabbit-x', 7],
  url: 'https://svc:red-kettle@api.example.test/mcp/qb8iU1plfo?k=w8w8w8',
});

describe('secretNeedles', () => {
  it.each([
    ['403 for X-Team honest donkey', '403 for X-Team [redacted]'],
    ['connect p%40ss%2fw%23rd failed', 'connect [redacted] failed'],
    ['bad value "she wrote \\"no\\"\\\\"', 'bad value "[redacted]"'],
    ['spawn acme --token --api-key rabbit-x ENOENT', 'spawn acme --token --api-key [redacted] ENOENT'],
    [
      'GET https://svc:red-kettle@api.example.test/mcp/qb8iU1plfo?k=w8w8w8 500',
      'GET https://api.example.test 500',
    ],
    ['sent c3ZjOnJlZC1rZXR0bGU= again', 'sent [redacted] again'],
    ['part qb8iU1plfo not found, 1 of 1', 'part [redacted] not found, 1 of 1'],
  ])('strikes what the configuration holds out of %j', (said, kept) => {
    expect(sanitizeText(said, { secrets })).toBe(kept);
  });

  it('takes the credential out of a header, an option and a connection string', () => {
    const needles = secretNeedles([
      { headers: { Authorization: 'Bearer plain-horse' } },
      { args: ['--header=X-Team: brown-cow'] },
      { env: { DATABASE_URL: 'postgres://app:green-goat@db.test/x' } },
    ]);
    expect(sanitizeText('plain-horse, brown-cow, green-goat', { secrets: needles })).toBe(
      '[redacted], [redacted], [redacted]',
    );
  });

  it.each([
    [['--token', '-xpisP'], 'bad -xpisP', 'bad [redacted]'],
    [['-phoneybee'], 'login with -phoneybee or honeybee', 'login with [redacted] or [redacted]'],
    [['--password', '-config'], 'no -config', 'no [redacted]'],
    [['--key', '--xPQrs'], 'no --xPQrs', 'no [redacted]'],
    [
      ['--api-key', '--verbose', '-config', '-rf', '--maxTokens', '-port'],
      'no -config, -port or --maxTokens',
      null,
    ],
    [['-u', 'bob'], 'unknown flag -u for bob', null],
  ])('tells of %j what may be a value and what is the name of an option', (args, said, kept) => {
    expect(sanitizeText(said, { secrets: secretNeedles({ args }) })).toBe(kept ?? said);
  });

  it('passes over what is no configuration', () => {
    for (const odd of [{}, { headers: 5, env: null, args: 'x', url: [] }, { env: { a: { value: {} } } }]) {
      expect(secretNeedles(odd).size).toBe(0);
    }
  });
});
