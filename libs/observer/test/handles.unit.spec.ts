import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { connected, observed, rawServer, SECRET, stateless, toldOf } from './support/handled.ts';

const text = (value: unknown): { content: { type: 'text'; text: string }[] } => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

/** SDK 2.x, schemas of zod: strict, loose, with a structured result, and one that has the parameter itself. */
function zodServer(): McpServer {
  const server = new McpServer({ name: 'zod', version: '1' });
  server.registerTool('strict', { inputSchema: z.strictObject({ id: z.string() }) }, (args) => text(args));
  server.registerTool('loose', { inputSchema: z.looseObject({ id: z.string() }) }, (args) => text(args));
  server.registerTool('own', { inputSchema: z.object({ witness_session: z.string() }) }, (args) =>
    text(args),
  );
  server.registerTool(
    'counted',
    { inputSchema: z.object({}), outputSchema: z.strictObject({ count: z.number() }) },
    () => ({ ...text('counted'), structuredContent: { count: 1 } }),
  );
  server.registerTool('failing', { inputSchema: z.object({}) }, () => ({ ...text('no'), isError: true }));
  return server;
}

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more });
const own = { id: { type: 'string' } };

describe('a list of tools', () => {
  const schemas = async (inputSchema: object): Promise<Record<string, unknown>> => {
    const agent = await connected(observed().observe(rawServer([{ name: 't', inputSchema }])));
    return (await agent.listTools()).tools[0]!.inputSchema;
  };

  it('shows a handle as an optional property, after the tool’s own', async () => {
    const shown = await schemas(object(own, { required: ['id'] }));
    expect(Object.keys(shown.properties as object)).toEqual(['id', 'witness_session']);
    expect(shown.required).toEqual(['id']);
  });

  it('leaves what a closed schema says of other properties as it is', async () => {
    const shown = await schemas(object(own, { additionalProperties: false }));
    expect(shown).toMatchObject({
      additionalProperties: false,
      properties: { witness_session: { type: 'string' } },
    });
  });

  it.each<[string, object]>([
    ['anyOf', object(own, { anyOf: [{ required: ['id'] }] })],
    ['oneOf', object(own, { oneOf: [{ required: ['id'] }] })],
    ['allOf', object(own, { allOf: [{}] })],
    ['$ref', { type: 'object', $ref: '#/$defs/a', $defs: { a: {} } }],
    ['not', object(own, { not: { required: ['x'] } })],
    ['if', object(own, { if: {}, then: {} })],
    ['propertyNames', object(own, { propertyNames: { pattern: '^i' } })],
    ['patternProperties', object(own, { patternProperties: { '.*': { type: 'number' } } })],
    ['maxProperties', object(own, { maxProperties: 1 })],
    ['a property of that name', object({ witness_session: { type: 'number' } })],
    ['a requirement of that name', object({}, { required: ['witness_session'] })],
  ])('leaves a schema with %s alone', async (_, schema) => {
    expect(await schemas(schema)).toEqual(schema);
  });

  it('is not changed in place: a server may give the same frozen list each time', async () => {
    const tools = Object.freeze([
      Object.freeze({ name: 't', inputSchema: Object.freeze(object(Object.freeze({}))) }),
    ]);
    const before = JSON.stringify(tools);
    const agent = await connected(observed().observe(rawServer(tools)));
    await agent.listTools();
    const again = await agent.listTools();
    expect(again.tools[0]!.inputSchema.properties).toHaveProperty('witness_session');
    expect(JSON.stringify(tools)).toBe(before);
  });

  it('is told of as the server gave it', async () => {
    const { observe, sink, of } = observed();
    Object.assign(sink, { wantsCatalog: true });
    const agent = await connected(observe(rawServer([{ name: 't', inputSchema: object(own) }])));
    await agent.listTools();
    const [event] = await of('list');
    expect(event?.listing?.served).toEqual([{ name: 't', inputSchema: object(own) }]);
  });

  it('shows nothing of ours where nothing was asked for', async () => {
    const agent = await connected(
      observed({ handles: undefined as never }).observe(rawServer([{ name: 't', inputSchema: object(own) }])),
    );
    expect((await agent.listTools()).tools).toEqual([{ name: 't', inputSchema: object(own) }]);
    expect((await agent.call('t', { witness_session: 'x' })).content).toEqual(
      text({ witness_session: 'x' }).content,
    );
  });
});

describe('a handle', () => {
  it('ties calls together over instances that are made for one request', async () => {
    const { observe, of } = observed();
    const agent = await stateless(() => observe(zodServer()));
    await agent.listTools();
    const handle = toldOf(await agent.call('loose', { id: '1' }))!;
    const second = await agent.call('strict', { id: '2', witness_session: handle });
    expect(second.content).toEqual(text({ id: '2' }).content);
    const [first, next] = await of('call');
    expect(first).toMatchObject({ handle: 'issued', correlation: { rung: 'handle' } });
    expect(next).toMatchObject({ handle: 'supplied', correlation: first!.correlation });
  });

  it.each(['strict', 'loose'])('is never seen by the tool: one with a %s schema', async (tool) => {
    const agent = await connected(observed().observe(zodServer()));
    await agent.listTools();
    const handle = toldOf(await agent.call(tool, { id: '1' }))!;
    for (const witness_session of [handle, 'made up', 7, null]) {
      const { content } = await agent.call(tool, { id: '1', witness_session });
      expect(content[0]).toEqual(text({ id: '1' }).content[0]);
    }
  });

  it('is not taken from a tool that has the parameter itself', async () => {
    const { observe, of } = observed();
    const agent = await connected(observe(zodServer()));
    const { tools } = await agent.listTools();
    expect(tools.find(({ name }) => name === 'own')?.inputSchema.properties).toEqual({
      witness_session: { type: 'string' },
    });
    const handle = toldOf(await agent.call('loose', { id: '1' }))!;
    expect((await agent.call('own', { witness_session: handle })).content).toEqual(
      text({ witness_session: handle }).content,
    );
    expect((await of('call')).at(-1)).toMatchObject({
      name: 'own',
      handle: null,
      correlation: { rung: 'process' },
    });
  });

  it('is known in every process that has the secret', async () => {
    const [one, other] = [observed(), observed()];
    const first = await stateless(() => one.observe(zodServer()));
    const second = await stateless(() => other.observe(zodServer()));
    await first.listTools();
    const witness_session = toldOf(await first.call('loose', { id: '1' }))!;
    expect(toldOf(await second.call('strict', { id: '2', witness_session }))).toBeNull();
    expect((await other.of('call'))[0]!.correlation).toEqual((await one.of('call'))[0]!.correlation);
  });

  it('is the same session for calls that are made at once on one connection', async () => {
    const { observe, of } = observed();
    const agent = await connected(observe(zodServer()));
    await agent.listTools();
    await Promise.all(Array.from({ length: 25 }, (_, id) => agent.call('loose', { id: String(id) })));
    const sessions = (await of('call')).map(({ correlation }) => JSON.stringify(correlation));
    expect(sessions).toHaveLength(25);
    expect(new Set(sessions).size).toBe(1);
  });

  const another = { handles: { secret: SECRET, tenant: 'another' } };
  it.each<[string, (handle: string) => string, Parameters<typeof observed>[0]]>([
    ['one of another tenant', (handle) => handle, another],
    ['one of another server', (handle) => handle, { server: 'another' }],
    ['one of another secret', (handle) => handle, { handles: { secret: `${SECRET}!` } }],
    [
      'one with a changed signature',
      (handle) => handle.slice(0, -2) + (handle.endsWith('AA') ? 'BB' : 'AA'),
      {},
    ],
    ['one with a changed session', (handle) => `wh1_${handle[4] === 'A' ? 'B' : 'A'}${handle.slice(5)}`, {}],
    ['one that has its shape alone', () => `wh1_${'A'.repeat(48)}`, {}],
    ['one that was made up', () => 'ses_2abcdefghijklmnopqrstuvwxyz', {}],
  ])('that is none of ours is never adopted, and is said to be so: %s', async (_, change, options) => {
    const issuing = await connected(observed().observe(zodServer()));
    await issuing.listTools();
    const handle = toldOf(await issuing.call('loose', { id: '1' }))!;
    const { observe, of } = observed(options);
    const agent = await connected(observe(zodServer()));
    await agent.listTools();
    const { content } = await agent.call('loose', { id: '1', witness_session: change(handle) });
    expect(content).toEqual([
      ...text({ id: '1' }).content,
      { type: 'text', text: 'witness_session: the given value is none of this server' },
    ]);
    expect((await of('call'))[0]).toMatchObject({ handle: 'unrecognised', correlation: { rung: 'process' } });
  });

  it.each([
    ['one connection', (make: () => object) => connected(make())],
    ['instances made for one request', stateless],
  ] as const)(
    'that is over is never adopted, is said to be over, and begins no old session anew: over %s',
    async (_, connect) => {
      const { observe, of } = observed({ handles: { secret: SECRET, ttlMs: -1_000 } });
      const agent = await connect(() => observe(zodServer()));
      await agent.listTools();
      const witness_session = toldOf(await agent.call('loose', { id: '1' }))!;
      const { content } = await agent.call('loose', { id: '1', witness_session });
      const [fresh, said] = content.at(-1)!.text.split('\n');
      expect(fresh).toMatch(/^witness_session: wh1_[\w-]{48}$/);
      expect(said).toBe('witness_session: the given value is over, and tells of no session');
      const [first, second] = await of('call');
      expect(second).toMatchObject({ handle: 'expired', correlation: { rung: 'handle' } });
      expect(second!.correlation).not.toEqual(first!.correlation);
    },
  );

  it('of a former secret is good as long as that is named', async () => {
    const former = await connected(observed().observe(zodServer()));
    await former.listTools();
    const witness_session = toldOf(await former.call('loose', { id: '1' }))!;
    const { observe, of } = observed({
      handles: { secret: ['another secret of thirty-two characters', SECRET] },
    });
    const agent = await connected(observe(zodServer()));
    await agent.listTools();
    await agent.call('loose', { id: '1', witness_session });
    expect((await of('call'))[0]).toMatchObject({ handle: 'supplied' });
  });

  it('stands in a structured result only where the list declared it', async () => {
    const agent = await connected(observed().observe(zodServer()));
    const { tools } = await agent.listTools();
    expect(tools.find(({ name }) => name === 'counted')?.outputSchema?.properties).toHaveProperty(
      'witness_session',
    );
    const result = await agent.call('counted', {});
    expect(result.structuredContent).toEqual({ count: 1, witness_session: toldOf(result) });
    const composed = { name: 't', inputSchema: object({}), outputSchema: object(own, { anyOf: [{}] }) };
    const other = await connected(observed().observe(rawServer([composed])));
    await other.listTools();
    expect((await other.call('t', {})).structuredContent).toEqual({ count: 1 });
  });

  it('is told with the result of a tool that failed too', async () => {
    const agent = await connected(observed().observe(zodServer()));
    await agent.listTools();
    const result = await agent.call('failing', {});
    expect(result.isError).toBe(true);
    expect(toldOf(result)).toMatch(/^wh1_/);
  });

  it('stands in no event', async () => {
    const { observe, of } = observed({ arguments: 'summary' });
    const agent = await connected(observe(zodServer()));
    await agent.listTools();
    const witness_session = toldOf(await agent.call('loose', { id: '1' }))!;
    await agent.call('loose', { id: '2', witness_session });
    const events = await of('call');
    expect(events.map(({ arguments_summary }) => arguments_summary)).toEqual(['id=1', 'id=2']);
    expect(JSON.stringify(events)).not.toContain('wh1_');
  });

  it('leaves the size of a result as the server gave it', async () => {
    const { observe, of } = observed({ tags: ({ result_bytes }) => ({ bytes: String(result_bytes) }) });
    const agent = await connected(observe(zodServer()));
    await agent.listTools();
    await agent.call('loose', { id: '1' });
    const bytes = Buffer.byteLength(JSON.stringify(text({ id: '1' })));
    expect((await of('call'))[0]).toMatchObject({ result_bytes: bytes, tags: { bytes: String(bytes) } });
  });
});

describe('the tools of a server', () => {
  const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    inputSchema: object(name === 'e' ? { witness_session: { type: 'string' } } : own, {
      additionalProperties: false,
    }),
  }));

  it('are known over all pages: none replaces another', async () => {
    const seen: unknown[] = [];
    const agent = await connected(observed().observe(rawServer(tools, seen)));
    let cursor: string | undefined;
    do cursor = (await agent.listTools(cursor === undefined ? {} : { cursor })).nextCursor;
    while (cursor !== undefined);
    for (const { name } of tools) await agent.call(name, { witness_session: 'made up' });
    const args = seen.map((params) => (params as { arguments: object }).arguments);
    expect(args).toEqual([{}, {}, {}, {}, { witness_session: 'made up' }]);
  });

  it('are asked for, all pages, where an instance has listed none', async () => {
    const [seen, lists]: [unknown[], unknown[]] = [[], []];
    const agent = await connected(observed().observe(rawServer(tools, seen, lists)));
    await agent.call('d', { id: '1', witness_session: 'made up' });
    await agent.call('e', { witness_session: 'made up' });
    expect(seen).toEqual([
      { name: 'd', arguments: { id: '1' } },
      { name: 'e', arguments: { witness_session: 'made up' } },
    ]);
    expect(lists).toEqual([0, 2, 4]);
  });

  it('keep every argument where the server does not say', async () => {
    const server = rawServer(tools);
    server.removeRequestHandler('tools/list');
    const agent = await connected(observed().observe(server));
    const { content } = await agent.call('a', { id: '1', witness_session: 'made up' });
    expect(content).toEqual(text({ id: '1', witness_session: 'made up' }).content);
  });
});

describe('options that cannot be', () => {
  it.each<[string, Parameters<typeof observed>[0]]>([
    ['a secret of handles has 32 characters or more', { handles: { secret: 'short' } }],
    ...[Infinity, NaN, 1e12].map((ttlMs): [string, Parameters<typeof observed>[0]] => [
      'handles are good for ten years at most: ttlMs says it in milliseconds',
      { handles: { secret: SECRET, ttlMs } },
    ]),
    ['a b is no name: use letters, digits, _ . and -', { handles: { parameter: 'a b' } }],
    ['the parameters for handles and agents need two names', { agents: { parameter: 'witness_session' } }],
  ])('are named, and nothing is changed: %s', async (message, options) => {
    const { observe, logged } = observed(options);
    const agent = await connected(observe(zodServer()));
    expect((await agent.listTools()).tools[0]?.inputSchema.properties).toEqual({ id: { type: 'string' } });
    expect(logged).toEqual([`nothing is observed here: ${message}`]);
  });
});
