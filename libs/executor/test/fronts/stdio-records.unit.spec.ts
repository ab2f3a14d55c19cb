import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { abridge } from '../../front/abridge.mjs';
import type { Fact } from '../../src/journal/fact.ts';
import { createServerSight, type ServerSight } from '../../src/fronts/server-sight.ts';
import { createProcessSight } from '../../src/fronts/stdio/process-sight.ts';
import { createRecordReader } from '../../src/fronts/stdio/records.ts';

const line = (message: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const frames: readonly (readonly ['i' | 'o', Buffer])[] = [
  ['i', line({ id: 0, method: 'server/discover' })],
  ['o', line({ id: 0, error: { code: -32601, message: 'no' } })],
  ['i', line({ id: 1, method: 'initialize', params: { clientInfo: { name: 'éditeur 🖊', version: '9' } } })],
  ['o', Buffer.from('Starting …\n')],
  ['o', line({ id: 1, result: { protocolVersion: '2025-11-25' } })],
  ['i', line({ id: '2', method: 'tools/list' })],
  ['o', line({ id: '2', result: { tools: [{ name: 'ä', inputSchema: {} }], nextCursor: 'n' } })],
  ['i', line({ id: 3, method: 'tools/list', params: { cursor: 'n' } })],
  ['o', line({ id: 3, result: { tools: [{ name: 'b' }] } })],
  [
    'i',
    line({ id: 4, method: 'tools/call', params: { name: 'b', arguments: { secret: 'open-sesame-77' } } }),
  ],
  ['o', line({ id: 4, result: { content: [{ type: 'text', text: 'open-sesame-77' }] } })],
  ['o', line({ method: 'notifications/tools/list_changed' })],
];

const record = (kind: string, payload: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
};

const exit = (code: number): Buffer => Buffer.from(JSON.stringify({ code, signal: null, asked: false }));

/** Pieces of at most `size` bytes. */
const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

const stable = ({ type, data, witness }: Fact): unknown => ({
  type,
  witness,
  data: { ...data, connection_id: null, started_at: null, duration_ms: null },
});

const sightOf = (handOver: (fact: Fact) => void, patienceMs = 10_000): ServerSight =>
  createServerSight({ server_name: 'notes', own: false, tokens: undefined, patienceMs, handOver });

function told(records: readonly Buffer[], size: number): unknown[] {
  const facts: Fact[] = [];
  const seen = createProcessSight(sightOf((fact) => facts.push(fact)));
  const reader = createRecordReader(seen.onRecord);
  for (const piece of cut(Buffer.concat([...records]), size)) reader.feed(piece);
  return facts.map(stable);
}

describe('what a front program says', () => {
  const end = [record('e', Buffer.alloc(0)), record('x', exit(0))];
  const whole = told([...frames.map(([kind, bytes]) => record(kind, bytes)), ...end], 1 << 20);

  it('is told as what was seen', () => {
    expect(whole).toMatchObject([
      { type: 'protocol-accepted', data: { client: { name: 'éditeur 🖊' } } },
      { type: 'tools-listed', data: { tool_count: 1, pages: 1, complete: false } },
      { type: 'tools-listed', data: { tool_count: 2, pages: 2, complete: true } },
      { type: 'tool-called', data: { outcome: 'ok', tool_name: null } },
      { type: 'tools-changed' },
      { type: 'connection-closed', data: { reason_code: 'stdin_closed' } },
    ]);
    expect(JSON.stringify(whole)).not.toMatch(/open-sesame|"ä"|"b"/);
  });

  it('gives the same evidence however bytes and records are cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 200 }), (size, piece) => {
        const records = frames.flatMap(([kind, bytes]) =>
          cut(bytes, piece).map((part) => record(kind, part)),
        );
        expect(told([...records, ...end], size)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('costs no more than what was left out where something was: the rest is seen again', () => {
    const [ask, answer] = [frames[9]!, frames[10]!];
    const opening = frames.slice(2, 5).map(([kind, bytes]) => record(kind, bytes));
    const facts = told(
      [
        ...opening,
        record('o', Buffer.from('{"jsonrpc":"2.0",')),
        record('g', Buffer.from('9')),
        ...[ask, answer].map(([kind, bytes]) => record(kind, bytes)),
      ],
      64,
    );
    expect(facts).toMatchObject([
      { type: 'protocol-accepted' },
      { type: 'evidence-lost', data: { count: 1, reason_code: 'buffer_full' } },
      { type: 'tool-called', data: { outcome: 'ok' } },
    ]);
  });

  it('is the same where messages come without what they carry, and counts all of their bytes', () => {
    const abridged = ([kind, bytes]: (typeof frames)[number]): Buffer => {
      const short = abridge(bytes);
      if (short === null) return record(kind, bytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(short.length);
      return record(kind.toUpperCase(), Buffer.concat([length, Buffer.from(short.text, 'latin1')]));
    };
    const records = frames.map(abridged);
    expect(records.filter((bytes) => bytes[0] === 0x49 || bytes[0] === 0x4f)).toHaveLength(2);
    expect(told([...records, ...end], 64)).toEqual(whole);
  });

  it('is told to its last line, also where no newline ends it', () => {
    const [answer] = [line({ id: 1, result: { protocolVersion: '2025-11-25' } })];
    const ask = line({ id: 1, method: 'initialize', params: {} });
    const records = [record('i', ask), record('o', answer.subarray(0, -1)), record('x', exit(0))];
    expect(told(records, 64)).toMatchObject([{ type: 'protocol-accepted' }, { type: 'connection-closed' }]);
  });

  it('leaves a loss where its process is gone before it has said all that it held', () => {
    const nothing = Buffer.alloc(0);
    const holding = (records: readonly (readonly [string, Buffer])[]): unknown => {
      const facts: Fact[] = [];
      const seen = createProcessSight(sightOf((fact) => facts.push(fact)));
      for (const [kind, payload] of records) seen.onRecord(kind, payload);
      seen.onGone();
      return facts.filter(({ type }) => type === 'evidence-lost').map(({ data }) => data);
    };
    expect(holding([['h', nothing]])).toEqual([{ count: 1, reason_code: 'front_killed' }]);
    expect(holding([['h', nothing], frames[0]!, ['d', nothing]])).toEqual([]);
    expect(holding([['h', nothing], frames[0]!, ['x', exit(0)]])).toEqual([]);
  });

  it.each([
    [10_000, []],
    [0, ['timeout']],
  ])(
    'is no failure of a server whose client ends it by a signal before it answers, within %i ms',
    (patience, reasons) => {
      const facts: Fact[] = [];
      const seen = createProcessSight(sightOf((fact) => facts.push(fact), patience));
      seen.onRecord('i', line({ id: 1, method: 'initialize', params: {} }));
      seen.onRecord('x', Buffer.from(JSON.stringify({ code: null, signal: 'SIGTERM', asked: true })));
      expect(facts.map(({ data }) => ('reason_code' in data ? data.reason_code : null))).toEqual(reasons);
    },
  );

  it('is a failure when a modern server ends by itself, and each new process is accepted anew', () => {
    const facts: Fact[] = [];
    const sight = sightOf((fact) => facts.push(fact));
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    for (let turn = 0; turn < 2; turn += 1) {
      const seen = createProcessSight(sight);
      seen.onRecord('i', line({ id: 1, method: 'tools/list', params: { _meta: meta } }));
      seen.onRecord('o', line({ id: 1, result: { tools: [] } }));
      seen.onRecord('x', exit(1));
    }
    const types = ['protocol-accepted', 'tools-listed', 'attachment-failed'];
    expect(facts.map(({ type }) => type)).toEqual([...types, ...types]);
  });

  it('is read no further after a record that is too long', () => {
    expect(
      told([Buffer.from('iÿÿÿÿ', 'latin1'), ...frames.map(([kind, bytes]) => record(kind, bytes))], 7),
    ).toEqual([]);
  });
});
