import {
  createFrameObserver,
  type Frame,
  type FrameObserver,
  type Observation,
} from '@mcp-witness/mcp-frames';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bench, modern, tool } from './support/bench.ts';

const methods = [
  'initialize',
  'tools/list',
  'tools/call',
  'server/discover',
  'notifications/cancelled',
  '__proto__',
];
const id = fc.constantFrom<unknown>(0, 1, '1', null, undefined, {}, 'constructor');
const params = fc.oneof(
  fc.constantFrom<unknown>(
    modern(),
    null,
    [],
    { cursor: 'p2' },
    { cursor: '__proto__' },
    { requestId: 1 },
    7,
  ),
  fc.record({ name: fc.string(), requestState: fc.string(), ...{ _meta: fc.object() } }),
);
const result = fc.oneof(
  fc.constantFrom<unknown>(
    { tools: [tool('a'), null, 3], nextCursor: 'p2' },
    { tools: [tool('a')], nextCursor: '__proto__' },
    { resultType: 'input_required', requestState: 's' },
    { protocolVersion: '2025-11-25' },
    { supportedVersions: [1, '2026-07-28', null] },
  ),
  fc.anything(),
);
const message = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id, method: fc.constantFrom(...methods), params }),
  fc.record({ jsonrpc: fc.constant('2.0'), id, result }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id,
    error: fc.oneof(fc.record({ code: fc.anything() }), fc.anything()),
  }),
  fc.anything(),
);
const frame = fc.record({
  direction: fc.constantFrom<Frame['direction']>('to_server', 'to_client'),
  message: fc.oneof(message, fc.array(message, { maxLength: 4 })),
  connection_key: fc.constantFrom('a', 'b', '__proto__', null, undefined),
  exchange_key: fc.constantFrom('x', 'y', null, undefined),
});
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: frame.map((one) => (observer: FrameObserver) => {
      observer.onFrame(one);
    }),
  },
  fc.constantFrom('a', 'b', 'c').map((key) => (observer: FrameObserver) => {
    observer.onClose(key, 'stream_closed');
  }),
  fc.boolean().map((aborted) => (observer: FrameObserver) => {
    observer.onExchangeEnd('x', aborted);
  }),
  fc.integer().map((status) => (observer: FrameObserver) => {
    observer.onRejection({ exchange_key: 'y', http: { status } });
  }),
);

describe('frames of any kind in any order', () => {
  it('never throw, and tell only facts that make sense together', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { observer, of } = bench();
        for (const take of steps) take(observer);
        observer.close();
        const opened = of('protocol-accepted').flatMap(({ connection_id }) => connection_id ?? []);
        const closed = of('connection-closed').map(({ connection_id }) => connection_id);
        expect(new Set(opened).size).toBe(opened.length);
        expect(new Set(closed).size).toBe(closed.length);
        expect(closed.every((one) => opened.includes(one))).toBe(true);
        for (const call of of('tool-called')) expect(call.round_trips).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  it('tell the same of calls and lists, whoever else speaks in between on another connection', () => {
    const told = (...facts: readonly Observation[]): string[] =>
      facts
        .filter(({ type }) => type === 'tool-called' || type === 'tools-listed')
        .map(({ type, data }) => JSON.stringify([type, { ...data, connection_id: null }]))
        .sort();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), frame), { maxLength: 40 }), (frames) => {
        const [own, other, both] = [bench(), bench(), bench()];
        for (const [isOwn, one] of frames) {
          const sent = { ...one, connection_key: isOwn ? 'own' : 'other', exchange_key: null };
          (isOwn ? own : other).observer.onFrame(sent);
          both.observer.onFrame(sent);
        }
        expect(told(...both.facts)).toEqual(told(...own.facts, ...other.facts));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an observer', () => {
  it('survives a listener, a clock and values that throw', () => {
    const observer = createFrameObserver({
      server_name: 'witness',
      ownCatalog: true,
      now: Date.now,
      newConnectionId: () => 'id',
      onEvidence: () => {
        throw new Error('listener');
      },
    });
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    observer.onFrame({ direction: 'to_server', message });
    observer.onFrame({ direction: 'to_client', message: trap });
    expect(() => {
      observer.onFrame({
        direction: 'to_client',
        message: { id: 1, result: { protocolVersion: '2025-11-25' } },
      });
    }).not.toThrow();
  });

  it('tells calls and lists that are nested deeper than an engine writes JSON, with their siblings', () => {
    const { initialize, exchange, of } = bench();
    const levels = 50_000;
    const deep: unknown = JSON.parse(`${'{"é":['.repeat(levels)}1,2${']}'.repeat(levels)}`);
    initialize('c');
    exchange('c', 'tools/call', { name: 'dig' }, { result: { deep } });
    exchange('c', 'tools/list', {}, { result: { tools: [tool('a'), { name: 'b', inputSchema: deep }] } });
    expect(of('tool-called')).toMatchObject([{ outcome: 'ok', result_bytes: 9 * levels + 3 + 9 }]);
    expect(of('tools-listed')).toMatchObject([{ tool_count: 2, complete: true }]);
  });

  it('tells names of tools and clients without secrets and without what cannot be seen', () => {
    const { exchange, of } = bench();
    const secret = ['sk_live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
    exchange('c', 'tools/call', { name: `pay\u0000\u202e ${secret}` }, { result: {} });
    exchange(null, 'tools/list', modern({ name: `agent ${secret}`, version: '\u0007' }), {
      result: { tools: [] },
    });
    const told = JSON.stringify([of('tool-called'), of('protocol-accepted')]);
    expect(told).not.toContain(secret);
    expect(told).not.toMatch(/\\u0000|\u202e|\\u0007/);
    expect(of('tool-called')[0]?.tool_name).toMatch(/^pay/);
  });

  it('repeats no text of others in versions, and cuts the names of clients', () => {
    const { exchange, of } = bench();
    exchange(
      'c',
      'initialize',
      { clientInfo: { name: 'n'.repeat(10_000), version: 7 } },
      {
        result: { protocolVersion: 'Bearer sk-live-1234567890' },
      },
    );
    const [accepted] = of('protocol-accepted');
    expect(accepted).toMatchObject({ protocol_version: 'unknown', client: { version: null } });
    expect(accepted?.client?.name).toHaveLength(256);
  });
});
