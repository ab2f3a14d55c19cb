import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEvent } from './event.ts';
import type { Fault } from './fault.ts';

const valid = (overrides: object = {}): Record<string, unknown> => ({
  event_id: '019e0000-0000-7000-8000-000000000001',
  type: 'server-filtered',
  attachment_attempt_id: '019e0000-0000-7000-8000-000000000000',
  occurred_at: '2026-11-30T13:00:00.25+02:00',
  producer: { id: 'relay', sequence: 1 },
  witness: 'acp_relay',
  data: { server_name: 'hub', reason_code: 'policy_denied' },
  ...overrides,
});

const withData = (type: string, data: unknown): Record<string, unknown> => valid({ type, data });

const faultsOf = (json: unknown): readonly Fault[] => {
  const parsed = parseEvent(json);
  return parsed.ok ? [] : parsed.faults;
};

const called = {
  server_name: 'hub',
  started_at: '2026-11-30T11:00:00Z',
  duration_ms: 1,
  outcome: 'ok',
  result_bytes: 1,
  round_trips: 1,
};
const listed = { server_name: 'hub', tool_count: 1, pages: 1, complete: true };
const nested = (depth: number): unknown => {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = { items: value };
  return value;
};

describe('parseEvent', () => {
  it('returns the typed event with its time as UTC', () => {
    expect(parseEvent(valid())).toEqual({
      ok: true,
      event: valid({ occurred_at: '2026-11-30T11:00:00.25Z' }),
    });
  });

  it('drops members that it does not know, at every level', () => {
    const json = valid({
      extra: 1,
      producer: { id: 'relay', sequence: 1, mood: 'good' },
      data: { server_name: 'hub', reason_code: 'policy_denied', prompt: 'tell me' },
    });
    expect(parseEvent(json)).toEqual(parseEvent(valid()));
  });

  it('takes null for absent where a member is optional, and only there', () => {
    expect(
      faultsOf(withData('server-filtered', { server_name: 'hub', reason_code: 'x', summary: null })),
    ).toEqual([]);
    expect(faultsOf(withData('server-filtered', { server_name: null, reason_code: 'x' }))).toEqual([
      { pointer: '/data/server_name', code: 'malformed' },
    ]);
  });

  it.each([undefined, null, 7, 'text', [], [valid()]])('refuses %p as a whole', (json) => {
    expect(faultsOf(json)).toEqual([{ pointer: '', code: 'malformed' }]);
  });

  it('tells an unknown type from a missing one', () => {
    expect(faultsOf(valid({ type: 'server-painted' }))).toEqual([{ pointer: '/type', code: 'unknown_type' }]);
    expect(faultsOf(valid({ type: 7 }))).toEqual([{ pointer: '/type', code: 'malformed' }]);
  });

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('knows no type %s', (type) => {
    expect(faultsOf(valid({ type }))).toEqual([{ pointer: '/type', code: 'unknown_type' }]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'a/b', '50%', 'café', 'cafe\u0301', ' a '])(
    'takes %p as a server name like any other',
    (name) => {
      const parsed = parseEvent(
        JSON.parse(JSON.stringify(withData('problem-reported', { server_name: name }))),
      );
      expect(parsed).toMatchObject({ ok: true, event: { data: { server_name: name } } });
    },
  );

  it('finds nothing inherited where a member is missing', () => {
    const inherited = Object.create({ server_name: 'hub', reason_code: 'x' }) as object;
    expect(faultsOf(withData('server-filtered', inherited))).toHaveLength(2);
    const json: unknown = JSON.parse('{"__proto__": {"type": "problem-reported"}}');
    expect(faultsOf(json)).toEqual([{ pointer: '/type', code: 'malformed' }]);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  it('lists every fault with its pointer', () => {
    const json = valid({
      event_id: '019e0000-0000-4000-8000-000000000001',
      attachment_attempt_id: 'a1',
      occurred_at: '2026-11-30 13:00',
      producer: { id: '', sequence: 0 },
      witness: '',
      data: { server_name: '', reason_code: 'Not A Code' },
    });
    expect(faultsOf(json).map(({ pointer }) => pointer)).toEqual([
      '/event_id',
      '/attachment_attempt_id',
      '/occurred_at',
      '/producer/id',
      '/producer/sequence',
      '/witness',
      '/data/server_name',
      '/data/reason_code',
    ]);
  });

  it.each([
    ['an integer as text', '1'],
    ['a fraction', 1.5],
    ['a negative', -1],
    ['more than a double counts', 2 ** 53],
    ['a boolean', true],
  ])('coerces no number: %s', (_, duration_ms) => {
    expect(faultsOf(withData('tool-called', { ...called, duration_ms }))).toEqual([
      { pointer: '/data/duration_ms', code: 'malformed' },
    ]);
  });

  it('coerces no flag and no text', () => {
    expect(faultsOf(withData('tools-listed', { ...listed, complete: 1 }))[0]?.pointer).toBe('/data/complete');
    expect(faultsOf(withData('problem-reported', { server_name: 7 }))[0]?.pointer).toBe('/data/server_name');
  });

  it.each([
    '2026-11-30',
    '2026-11-30T11:00:00',
    '2026-02-30T11:00:00Z',
    '2026-11-30T24:00:00Z',
    '',
    1796036400000,
  ])('refuses %p as a time', (occurred_at) => {
    expect(faultsOf(valid({ occurred_at }))).toEqual([{ pointer: '/occurred_at', code: 'malformed' }]);
  });

  it('keeps unknown values of open lists, and refuses those of closed ones', () => {
    const accepted = { server_name: 'hub', era: 'modern', protocol_version: '2026-07-28' };
    expect(faultsOf(valid({ witness: 'satellite' }))).toEqual([]);
    expect(faultsOf(withData('tool-called', { ...called, outcome: 'postponed' }))).toEqual([]);
    expect(faultsOf(withData('protocol-accepted', { ...accepted, era: 'postmodern' }))).toEqual([
      { pointer: '/data/era', code: 'malformed' },
    ]);
  });

  it('keeps unknown codes, and refuses what has not the form of one', () => {
    const code = (reason_code: unknown): unknown =>
      withData('server-filtered', { server_name: 'hub', reason_code });
    expect(faultsOf(code('sunspots_2'))).toEqual([]);
    for (const bad of ['', 'A', '2x', 'a-b', 'a b', 'x'.repeat(65), 'a\n'])
      expect(faultsOf(code(bad))).toHaveLength(1);
  });

  it('refuses NUL and lone surrogates in a server name', () => {
    for (const server_name of ['a\0b', '\ud800', 'x\udc00y']) {
      expect(faultsOf(withData('problem-reported', { server_name }))).toEqual([
        { pointer: '/data/server_name', code: 'malformed' },
      ]);
    }
  });

  it('refuses a blank server name, as the guard of reports does', () => {
    for (const server_name of ['', ' ', '\t\n', '\u00a0\ufeff']) {
      expect(faultsOf(withData('problem-reported', { server_name }))).toEqual([
        { pointer: '/data/server_name', code: 'malformed' },
      ]);
    }
    expect(faultsOf(withData('problem-reported', { server_name: ' hub ' }))).toEqual([]);
  });

  it('measures server names in bytes', () => {
    const named = (server_name: string): unknown => withData('problem-reported', { server_name });
    expect(faultsOf(named('é'.repeat(128)))).toEqual([]);
    expect(faultsOf(named('é'.repeat(128) + 'x'))).toEqual([
      { pointer: '/data/server_name', code: 'too_large' },
    ]);
  });

  it('takes ids of 1 to 200 printable characters', () => {
    const by = (id: string): unknown => valid({ producer: { id, sequence: 1 } });
    expect(faultsOf(by('😀'.repeat(200)))).toEqual([]);
    for (const id of ['', 'x'.repeat(201), 'a\u0007', 'a\u202eb', '\ud800'])
      expect(faultsOf(by(id))).toHaveLength(1);
  });

  it('leaves out a tool without a name and keeps its siblings', () => {
    const tools = [
      { name: 'ok', input_schema: { type: 'string' } },
      { description: 'nameless' },
      { name: 'plain' },
    ];
    const parsed = parseEvent(withData('tools-listed', { ...listed, tool_count: 3, tools }));
    expect(parsed).toMatchObject({
      ok: true,
      event: { data: { tool_count: 3, tools: [{ name: 'ok' }, { name: 'plain' }] } },
    });
  });

  it('says too_large of lists and texts over their bounds, with their place', () => {
    const withTools = (tools: unknown): unknown => withData('tools-listed', { ...listed, tools });
    expect(faultsOf(withTools(Array(10_001).fill({ name: 'x' })))).toEqual([
      { pointer: '/data/tools', code: 'too_large' },
    ]);
    expect(
      faultsOf(
        withData('server-filtered', { server_name: 'a', reason_code: 'x', summary: 'y'.repeat(70_000) }),
      ),
    ).toEqual([{ pointer: '/data/summary', code: 'too_large' }]);
  });

  it('gives up a schema that no catalog could hold, and keeps the tool and its siblings', () => {
    const tools = [
      { name: 'deep', input_schema: nested(100_000) },
      { name: 'wide', input_schema: { enum: Array(1_200_000).fill(0) } },
      { name: 'long', input_schema: { title: 'x'.repeat(9 * 1024 * 1024) } },
      { name: 'nested', input_schema: nested(500) },
      { name: 'plain', input_schema: { type: 'object' } },
    ];
    const tooLarge = { input_schema: null, input_schema_truncated: true, input_schema_reason: 'too_large' };
    expect(parseEvent(withData('tools-listed', { ...listed, tools }))).toMatchObject({
      ok: true,
      event: {
        data: {
          tools: [
            { name: 'deep', ...tooLarge },
            { name: 'wide', ...tooLarge },
            { name: 'long', ...tooLarge },
            { name: 'nested', input_schema: nested(500) },
            { name: 'plain', input_schema: { type: 'object' } },
          ],
        },
      },
    });
  });

  it('tells a schema that is null from one that is missing', () => {
    const tools = [{ name: 'null', input_schema: null }, { name: 'missing' }];
    const parsed = parseEvent(withData('tools-listed', { ...listed, tools }));
    expect(parsed.ok && parsed.event.data).toEqual({ ...listed, tools });
  });

  it('keeps at most 32 faults', () => {
    const warnings = Array(64).fill('BAD');
    expect(faultsOf(withData('tools-listed', { ...listed, warnings }))).toHaveLength(32);
  });

  it('never echoes the input in a fault', () => {
    const secret = 'tk_live_a1B2c3';
    const json = valid({
      occurred_at: secret,
      witness: { [secret]: secret },
      producer: secret,
      data: { [secret]: secret },
    });
    expect(JSON.stringify(faultsOf(json))).not.toContain(secret);
  });

  it('is total on any JSON, and any text in the place of any member', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(...Object.keys(valid())),
        fc.string({ unit: 'binary' }),
        (json, key, text) => {
          expect(typeof parseEvent(json).ok).toBe('boolean');
          expect(typeof parseEvent(valid({ [key]: json })).ok).toBe('boolean');
          expect(typeof parseEvent(valid({ [key]: text })).ok).toBe('boolean');
        },
      ),
    );
  });

  it('reads its own output back unchanged', () => {
    const first = parseEvent(valid());
    expect(first.ok && parseEvent(JSON.parse(JSON.stringify(first.event)))).toEqual(first);
  });
});
