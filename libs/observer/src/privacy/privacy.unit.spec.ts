import { describe, expect, it } from '@jest/globals';
import { aCall, anObservation, eventsOf } from '../../test/support/observations.ts';
import type { PipelineOptions } from '../pipeline/options.ts';

const TOKEN = 'ghp_' + 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const extra = {
  requestInfo: {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      cookie: 'sid=abc',
      'x-request-id': 'r-1',
      'x-token': TOKEN,
      'witness-attempt': 'v2',
    },
  },
  authInfo: { token: TOKEN },
};

const oneEvent = async (
  options: PipelineOptions,
  observation = aCall({ query: TOKEN }, { extra }),
): Promise<unknown> => (await eventsOf(options, [observation]))[0];

describe('what leaves', () => {
  it('holds nothing of arguments, results, headers or credentials unless it is allowed', async () => {
    const event = await oneEvent(
      {},
      aCall({ query: 'salary of Ada' }, { extra, result: { structuredContent: { sum: 'Ada earns' } } }),
    );
    const text = JSON.stringify(event);
    for (const secret of [TOKEN, 'salary', 'earns', 'sid=abc', 'r-1']) expect(text).not.toContain(secret);
    expect(event).not.toHaveProperty('content');
  });

  it('never holds credentials or cookies, named or not', async () => {
    const headers = [
      'authorization',
      'Cookie',
      'X-Request-Id',
      'x-token',
      'proxy-authorization',
      'Witness-Attempt',
    ];
    const event = (await oneEvent({ headers })) as { headers: object };
    expect(event.headers).toEqual({ 'x-request-id': 'r-1', 'x-token': '[redacted]' });
  });

  it('takes headers from a web request as well', async () => {
    const request = new Request('http://localhost/', { headers: { 'x-request-id': 'r-2' } });
    expect(await oneEvent({ headers: ['x-request-id'] }, aCall({}, { extra: { request } }))).toMatchObject({
      headers: { 'x-request-id': 'r-2' },
    });
  });

  it('holds the arguments of a tool that are named, and no other', async () => {
    const args = { query: 'open', other: 'no', password: 'hunter22', deep: { a: [TOKEN, 1] } };
    const options = { arguments: { list_issues: ['query', 'password', 'deep'], elsewhere: ['other'] } };
    expect(await oneEvent(options, aCall(args))).toMatchObject({
      arguments: { query: 'open', password: '[redacted]', deep: { a: ['[redacted]', 1] } },
    });
    expect(await oneEvent({ arguments: { '*': ['other'] } }, aCall(args))).toMatchObject({
      arguments: { other: 'no' },
    });
  });

  it('holds the members of a result that are named, and no other', async () => {
    const result = {
      content: [{ type: 'text', text: 'x' }],
      structuredContent: { count: 3, rows: ['secret'] },
    };
    const event = await oneEvent({ results: { list_issues: ['count'] } }, aCall({}, { result }));
    expect(event).toMatchObject({ result: { count: 3 } });
    expect(JSON.stringify(event)).not.toContain('secret');
  });

  it('strikes out the secrets that the owner names, wherever they stand', async () => {
    const options: PipelineOptions = {
      secrets: ['tiger-7731'],
      tags: () => ({ a: 'tiger-7731' }),
      properties: () => ({ b: { c: 'of tiger-7731' } }),
      arguments: 'summary',
    };
    const text = JSON.stringify(await oneEvent(options, aCall({ q: 'Is TIGER-7731 here?' })));
    expect(text.toLowerCase()).not.toContain('tiger');
  });
});

describe('a summary of arguments', () => {
  const summary = async (args: unknown): Promise<string | null> =>
    ((await oneEvent({ arguments: 'summary' }, aCall(args))) as { arguments_summary: string | null })
      .arguments_summary;

  it('names every argument in a line', async () => {
    expect(await summary({ query: 'open', limit: 5, all: true, filter: { state: ['new', null] } })).toBe(
      'query=open; limit=5; all=true; filter.state.0=new; filter.state.1=null',
    );
  });

  it('has strings of at most 160 bytes, and 600 in all', async () => {
    const long = 'word '.repeat(100);
    expect(await summary({ one: long })).toBe(`one=${long.slice(0, 160)}`);
    const many = await summary(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`arg${n}`, long])));
    expect(Buffer.byteLength(many ?? '')).toBeGreaterThan(500);
    expect(Buffer.byteLength(many ?? '')).toBeLessThanOrEqual(600);
  });

  it('is redacted before it is cut: no head of a secret is left where the cut falls', async () => {
    for (let before = 100; before < 165; before += 1) {
      const told = (await summary({ query: `${'x'.repeat(before)} ${TOKEN}` })) ?? '';
      expect(told).not.toContain('ghp_');
    }
  });

  it('knows a secret by the name of its argument', async () => {
    expect(await summary({ password: 'hunter22', auth: { api_key: 'abc12345' }, note: 'fine' })).toBe(
      'password=[redacted]; auth.api_key=[redacted]; note=fine',
    );
  });

  it('is null without arguments', async () => {
    expect(await summary(undefined)).toBeNull();
    expect(await summary('text')).toBeNull();
    expect(await oneEvent({ arguments: 'summary' }, anObservation({ kind: 'list' }))).toMatchObject({
      arguments_summary: null,
    });
  });
});

describe('hostile content', () => {
  const boom = (): never => {
    throw new Error('boom');
  };
  const cyclic: Record<string, unknown> = { name: 'loop' };
  cyclic.self = cyclic;
  const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
  const giant = { text: 'x'.repeat(20_000_000), list: new Array(1_000_000).fill('y') };
  const cases: readonly [string, unknown][] = [
    ['throwing getters', Object.defineProperty({ ok: 1 }, 'bad', { get: boom, enumerable: true })],
    ['a hostile toString', { value: { toString: boom, toJSON: boom, valueOf: boom } }],
    ['cycles', cyclic],
    ['endless depth', { deep }],
    ['giants', giant],
    ['a proxy of which nothing works', new Proxy({}, { get: boom, ownKeys: boom, has: boom })],
    ['frozen objects', Object.freeze({ a: Object.freeze({ b: 'c' }) })],
    [
      'what is no JSON',
      { a: 1n, b: Symbol('x'), c: undefined, d: NaN, e: boom, f: new Map([[1, 2]]), g: new Date(0) },
    ],
    ['names that are members of every object', JSON.parse('{"__proto__": {"x": "y"}, "constructor": "z"}')],
    ['lone surrogates and controls', { a: '\ud800\u0000\u202e' }],
  ];

  it.each(cases)('costs no event: %s', async (_, args) => {
    const names = [
      'ok',
      'bad',
      'value',
      'self',
      'name',
      'deep',
      'text',
      'list',
      'a',
      '__proto__',
      'b',
      'd',
      'f',
    ];
    for (const allowed of ['summary', { '*': names }] as const) {
      const observation = aCall(args, { result: { structuredContent: args }, extra: args });
      const events = await eventsOf({ arguments: allowed, results: { '*': names }, headers: ['a'] }, [
        observation,
      ]);
      expect(events).toHaveLength(1);
      expect(JSON.stringify(events[0]).length).toBeLessThan(40_000);
    }
  });
});
