import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client as ClientV2, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createObserver, endObserving, observe, observeTransport } from '@mcp-witness/observer';
import { collect } from './support/collect.ts';
import { highV1, highV2, lowV1, lowV2 } from './support/servers.ts';

const client = { name: 'agent', version: '3' };

interface Connected {
  close(): Promise<void>;
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

async function connected(server: object, isFirst: boolean): Promise<Connected> {
  const [near, far] = isFirst ? MemoryV1.createLinkedPair() : MemoryV2.createLinkedPair();
  const agent = isFirst ? new ClientV1(client) : new ClientV2(client);
  await (server as { connect(transport: unknown): Promise<void> }).connect(far);
  await (agent as ClientV1).connect(near);
  return agent;
}

afterAll(() => endObserving());

describe('a server in memory', () => {
  it.each([
    ['is set, and empty', '', []],
    ['no relay made', 'made up', [expect.stringContaining('was made by no relay')]],
  ])('with a variable of an attempt that %s is tied to none', async (_, WITNESS_ATTEMPT, lines) => {
    const logged: string[] = [];
    const { observer, of } = collect({ env: { WITNESS_ATTEMPT }, log: (line) => logged.push(line) });
    const agent = await connected(observer.observe(highV1()), true);
    await agent.callTool({ name: 'find', arguments: { id: '7' } });
    await agent.close();
    expect(of('call')).toMatchObject([{ correlation: { rung: 'process' } }]);
    expect(logged).toEqual(lines);
  });

  it.each([
    ['SDK 1.x, high level', highV1, true],
    ['SDK 1.x, low level', lowV1, true],
    ['SDK 2.x, high level', highV2, false],
    ['SDK 2.x, low level', lowV2, false],
  ])('of %s is seen from its opening to its close, and is the same server', async (_form, make, isFirst) => {
    const { observer, all } = collect();
    const server = make();
    expect(observer.observe(server)).toBe(server);
    const agent = await connected(server, isFirst);
    await agent.listTools();
    await agent.callTool({ name: 'find', arguments: { id: '7' } });
    await agent.callTool({ name: 'fail' });
    await agent.close();
    expect(all.filter(({ kind }) => kind !== 'request')).toMatchObject([
      {
        kind: 'initialize',
        outcome: 'ok',
        protocol_version: '2025-11-25',
        client: { ...client, rung: 'initialize' },
      },
      { kind: 'list', listing: { of: 'tools', count: 2, pages: 1, complete: true } },
      {
        kind: 'call',
        name: 'find',
        outcome: 'ok',
        error_code: null,
        round_trips: 1,
        client: { name: 'agent' },
      },
      { kind: 'call', name: 'fail', outcome: 'tool_error' },
      { kind: 'closed', reason_code: 'endpoint_closed', client: { name: 'agent' } },
    ]);
    const { connection_id } = all[0]!;
    expect(connection_id).toMatch(/^[0-9a-f-]{36}$/);
    for (const one of all) expect(one).toMatchObject({ connection_id, transport: 'memory', era: 'legacy' });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.every(({ correlation }) => correlation.rung === 'process')).toBe(true);
  });

  it('that is observed twice is told of once', async () => {
    const { observer, of } = collect();
    const agent = await connected(observer.observe(observer.observe(highV1())), true);
    await agent.callTool({ name: 'fail' });
    expect(of('call')).toHaveLength(1);
  });

  it('that was connected before is seen from then on, its client by its own record', async () => {
    const { observer, all } = collect();
    const server = highV2();
    const agent = await connected(server, false);
    observer.observe(server);
    await agent.callTool({ name: 'find', arguments: { id: '7' } });
    expect(all).toMatchObject([
      {
        kind: 'call',
        name: 'find',
        client: { ...client, rung: 'first_call' },
        protocol_version: '2025-11-25',
      },
    ]);
  });

  it('is left as it is when observing is off, and so is what is no server', async () => {
    const lines: string[] = [];
    const off = collect({ enabled: false });
    const agent = await connected(off.observer.observe(highV1()), true);
    await agent.listTools();
    expect(off.all).toEqual([]);
    const { observer } = collect({ log: (line) => lines.push(line) });
    const frozen = Object.freeze(lowV1());
    for (const object of [null, 7, 'server', {}, frozen]) expect(observer.observe(object)).toBe(object);
    expect(lines).toHaveLength(5);
  });

  it.each([null, 7, 'tickets'])('is seen where its options are none: %s', (given) => {
    const options = given as never;
    const server = lowV1();
    expect(observe(server, options)).toBe(server);
    expect(Object.hasOwn(server, 'connect')).toBe(true);
    const [near] = MemoryV1.createLinkedPair();
    expect(observeTransport(near, options)).not.toBe(near);
    const other = lowV1();
    createObserver(options).observe(other);
    expect(Object.hasOwn(other, 'connect')).toBe(true);
  });

  it('whose tool calls another observed tool tells that one as nested', async () => {
    const { observer, of } = collect();
    const inner = await connected(observer.observe(highV1()), true);
    const outer = lowV1();
    const { CallToolRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    outer.setRequestHandler(
      CallToolRequestSchema,
      () => inner.callTool({ name: 'find', arguments: { id: '1' } }) as never,
    );
    const agent = await connected(observer.observe(outer), true);
    await agent.callTool({ name: 'both' });
    await inner.callTool({ name: 'fail' });
    const [nested, own, apart] = of('call');
    expect(nested).toMatchObject({ name: 'find', parent_id: own?.id });
    expect(own).toMatchObject({ name: 'both', parent_id: null });
    expect(apart).toMatchObject({ name: 'fail', parent_id: null });
  });
});

describe('a method that the client made up', () => {
  const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;

  it('is told clean and cut, and one of the protocol as it is', async () => {
    const { observer, all } = collect();
    const [near, far] = MemoryV1.createLinkedPair();
    await observer.observe(lowV1()).connect(far);
    await near.start();
    for (const [id, method] of ['tools/list', `a/\u001b/${secret}`, `b/${'x'.repeat(1_000)}`].entries())
      await near.send({ jsonrpc: '2.0', id, method });
    for (let turns = 0; all.length < 3 && turns < 500; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
    const methods = all.map(({ method }) => method ?? '').sort();
    expect(methods).toEqual([expect.stringMatching(/^a\//), expect.stringMatching(/^b\/x/), 'tools/list']);
    expect(methods.join()).not.toMatch(new RegExp(`\\u001b|${secret}`));
    for (const method of methods) expect(Buffer.byteLength(method)).toBeLessThanOrEqual(256);
  });
});
