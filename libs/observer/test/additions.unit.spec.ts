import type { RequestListener } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { endObserving, observe, type ObserveOptions, recordEvent } from '@mcp-witness/observer';
import { connected, observed, rawServer, SECRET, stateless, toldOf } from './support/handled.ts';
import { legacyClient } from './support/http-clients.ts';
import { withHttp } from './support/listen.ts';
import { keepingSink } from './support/observations.ts';
import { highV1, highV2, lowV1 } from './support/servers.ts';

const withAll: ObserveOptions = { agents: true, reportMissingTool: true };
const tools = [{ name: 't', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } }];

describe('the label of an agent', () => {
  it.each<[string, unknown, unknown]>([
    ['alone', 'opus|claude-code|k3x9', { name: 'opus|claude-code|k3x9', parent: null }],
    ['with that of its parent', 'a1 > b2', { name: 'b2', parent: 'a1' }],
    ['with those of its ancestors', 'a1 > b2 > c3', { name: 'c3', parent: 'a1 > b2' }],
    ['with a secret', 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8', { name: '[redacted]', parent: null }],
    ['too long', 'x'.repeat(10_000), null],
    ['that is no text', { name: 'x' }, null],
    ['that is empty', '  ', null],
  ])('is told %s, and the tool never sees it', async (_, witness_agent, told) => {
    const { observe: observing, of } = observed(withAll);
    const agent = await connected(observing(rawServer(tools)));
    await agent.listTools();
    const { content } = await agent.call('t', { id: '1', witness_agent });
    expect(content[0]?.text).toBe('{"id":"1"}');
    expect((await of('call'))[0]?.agent).toEqual(told);
  });

  it('tells agents apart that work in one session at once', async () => {
    const { observe: observing, of } = observed(withAll);
    const agent = await connected(observing(rawServer(tools)));
    await agent.listTools();
    const witness_session = toldOf(await agent.call('t', { witness_agent: 'lead' }));
    const labels = Array.from({ length: 25 }, (_, n) => `lead > worker-${n}`);
    await Promise.all(
      labels.map((witness_agent, id) => agent.call('t', { id: String(id), witness_session, witness_agent })),
    );
    const [first, ...others] = await of('call');
    expect(others.map(({ agent: by }) => `${by?.parent ?? ''} > ${by?.name ?? ''}`)).toEqual(labels);
    for (const other of others) expect(other.correlation).toEqual(first!.correlation);
  });

  it('is asked for nowhere unless it is wanted', async () => {
    const agent = await connected(observed().observe(rawServer(tools)));
    expect((await agent.listTools()).tools[0]!.inputSchema.properties).not.toHaveProperty('witness_agent');
  });
});

describe('the tool that reports a missing one', () => {
  const report = {
    description: 'A tool that deletes invoices; key ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  };

  it('is not there unless it is wanted', async () => {
    const agent = await connected(observed().observe(rawServer(tools)));
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(['t']);
  });

  it.each([
    ['legacy', (make: () => object) => connected(make())],
    ['modern', stateless],
  ] as const)('records what was looked for, redacted: %s protocol', async (_, connect) => {
    const { observe: observing, of } = observed(withAll);
    const agent = await connect(() => observing(highV2()));
    const own = (await agent.listTools()).tools.find(({ name }) => name === 'report_missing_tool');
    expect(Object.keys(own?.inputSchema.properties as object)).toEqual([
      'description',
      'witness_session',
      'witness_agent',
    ]);
    const witness_session = toldOf(await agent.call('find', { id: '7' }))!;
    const { content } = await agent.call('report_missing_tool', {
      ...report,
      witness_session,
      witness_agent: 'lead',
    });
    expect(content).toEqual([{ type: 'text', text: 'Recorded.' }]);
    const [{ correlation } = { correlation: null }] = await of('call');
    expect(await of('missing_tool')).toMatchObject([
      {
        name: 'report_missing_tool',
        outcome: 'ok',
        text: 'A tool that deletes invoices; key [redacted]',
        handle: 'supplied',
        agent: { name: 'lead' },
        correlation,
      },
    ]);
  });

  it('gives a handle where a session begins with it, and takes none that is not ours', async () => {
    const { observe: observing, of } = observed(withAll);
    const agent = await stateless(() => observing(highV2()));
    await agent.listTools();
    const witness_session = toldOf(await agent.call('report_missing_tool', report))!;
    await agent.call('find', { id: '7', witness_session });
    const [begun] = await of('missing_tool');
    expect((await of('call'))[0]?.correlation).toEqual(begun?.correlation);
    const { content } = await agent.call('report_missing_tool', { ...report, witness_session: 'made up' });
    expect(content.at(-1)?.text).toBe('witness_session: the given value is none of this server');
    expect((await of('missing_tool'))[1]).toMatchObject({
      handle: 'unrecognised',
      correlation: { rung: 'none' },
    });
  });

  it('stands on the last page, once', async () => {
    const three = ['a', 'b', 'c'].map((name) => ({ ...tools[0]!, name }));
    const agent = await connected(observed(withAll).observe(rawServer(three)));
    const names = async (cursor?: string): Promise<string[]> =>
      (await agent.listTools(cursor === undefined ? {} : { cursor })).tools.map(({ name }) => name);
    expect([await names(), await names('2')]).toEqual([
      ['a', 'b'],
      ['c', 'report_missing_tool'],
    ]);
  });

  it('gives way to one of the server’s own, also where no list was seen', async () => {
    const own = [{ ...tools[0]!, name: 'report_missing_tool' }];
    const { observe: observing, of } = observed(withAll);
    const agent = await connected(observing(rawServer(own)));
    expect((await agent.call('report_missing_tool', { id: '7' })).content[0]?.text).toBe('{"id":"7"}');
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(['report_missing_tool']);
    expect((await agent.call('report_missing_tool', { id: '7' })).content[0]?.text).toBe('{"id":"7"}');
    expect(await of('missing_tool')).toEqual([]);
  });
});

describe('what models read of ours', () => {
  it('says what a thing is and tells nobody what to do', async () => {
    const agent = await connected(observed(withAll).observe(rawServer(tools)));
    const listed = (await agent.listTools()).tools;
    const issued = await agent.call('t', {});
    const unknown = await agent.call('t', { witness_session: 'made up' });
    const [, missing] = listed;
    const texts = [
      ...Object.values(listed[0]!.inputSchema.properties as Record<string, { description?: string }>),
      ...Object.values(missing!.inputSchema.properties as Record<string, { description?: string }>),
    ].map(({ description = '' }) => description);
    texts.push((missing as unknown as { description: string }).description);
    texts.push(...[issued, unknown].map(({ content }) => content.at(-1)!.text));
    const imperative =
      /\b(must|always|never|should|please|important|required|echo|include|pass|send|provide|remember|use|omit|do not|don't|ignore|call this|you|your)\b/i;
    for (const text of texts) {
      expect(text).not.toMatch(imperative);
      expect(text.length).toBeLessThan(160);
    }
  });
});

/** A client that answers what it is asked, and keeps the parameters. */
async function asking(server: object, asked: unknown[]): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(
    { name: 'agent', version: '3' },
    { capabilities: { elicitation: {}, roots: {} } },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    return { action: 'decline' };
  });
  client.setRequestHandler(ListRootsRequestSchema, ({ params }) => {
    asked.push(params);
    return { roots: [] };
  });
  await (server as McpServer).connect(far);
  await client.connect(near);
  return client;
}

const object = { type: 'object', properties: {} } as const;

describe('the trace', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
  const traceOf = (seen: readonly unknown[]): string[] =>
    (seen[0] as { _meta: { traceparent: string } })._meta.traceparent.split('-');

  it('of the caller goes on through the span of the call to what the server does', async () => {
    const seen: unknown[] = [];
    const { observe: observing, of } = observed({ handles: undefined as never, propagateTrace: true });
    const agent = await connected(observing(rawServer(tools, seen)));
    await agent.call('t', { id: '1' }, { traceparent, tracestate: 'a=b', other: 1 });
    const [, trace_id, span_id, flags] = traceOf(seen);
    expect(seen[0]).toMatchObject({ arguments: { id: '1' }, _meta: { tracestate: 'a=b', other: 1 } });
    expect((await of('call'))[0]).toMatchObject({
      traceparent,
      trace: { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id, parent_span_id: '00f067aa0ba902b7' },
    });
    expect([trace_id, flags]).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', '00']);
  });

  it('begins with the call where the caller has none', async () => {
    const seen: unknown[] = [];
    const { observe: observing, of } = observed({ handles: undefined as never, propagateTrace: true });
    const agent = await connected(observing(rawServer(tools, seen)));
    await agent.call('t');
    const [, trace_id, span_id] = traceOf(seen);
    expect((await of('call'))[0]?.trace).toEqual({ trace_id, span_id, parent_span_id: null });
  });

  it('of an HTTP request goes on where the message names none', async () => {
    const seen: unknown[] = [];
    const { observe: observing, of } = observed({ handles: undefined as never, propagateTrace: true });
    const serve: RequestListener = (req, res) => {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      const server = observing(rawServer(tools, seen));
      void server.connect(transport as never).then(() => transport.handleRequest(req, res));
    };
    await withHttp(serve, async (url) => {
      const { client } = await legacyClient(url, { traceparent, tracestate: 'a=b' });
      await client.callTool({ name: 't' });
      await client.callTool({ name: 't', _meta: { traceparent: traceparent.replace('4bf9', '5bf9') } });
      await client.close();
    });
    const [, trace_id, span_id, flags] = traceOf(seen);
    expect([trace_id, flags]).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', '00']);
    expect(seen[0]).toMatchObject({ _meta: { tracestate: 'a=b' } });
    expect(traceOf(seen.slice(1))[1]).toMatch(/^5bf9/);
    expect(seen[1]).not.toMatchObject({ _meta: { tracestate: 'a=b' } });
    expect((await of('call'))[0]?.trace).toEqual({ trace_id, span_id, parent_span_id: '00f067aa0ba902b7' });
  });

  it.each([
    [
      'with parameters',
      { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: object } },
    ],
    ['without any', { method: 'roots/list' }],
  ])('goes on to the client with what the server asks while it handles a call: %s', async (_, question) => {
    const { observe: observing, of } = observed({ handles: undefined as never, propagateTrace: true });
    const server = lowV1();
    server.setRequestHandler(CallToolRequestSchema, async () => {
      await server.request(question, z.looseObject({}));
      return { content: [] };
    });
    const asked: unknown[] = [];
    const client = await asking(observing(server), asked);
    await client.callTool({ name: 'find', _meta: { traceparent } });
    await client.close();
    const [call] = await of('call');
    const [question_] = await of(question.method === 'roots/list' ? 'roots' : 'elicitation');
    const [, trace_id, span_id, flags] = traceOf(asked);
    expect([trace_id, flags]).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', '00']);
    expect(question_?.trace).toEqual({ trace_id, span_id, parent_span_id: call!.trace.span_id });
    expect(question_?.traceparent).toBeNull();
  });

  it('is left as it is unless it is wanted', async () => {
    const seen: unknown[] = [];
    const agent = await connected(observed().observe(rawServer(tools, seen)));
    await agent.call('t', {}, { traceparent });
    expect(seen[0]).toMatchObject({ _meta: { traceparent } });
  });
});

describe('an event of the owner’s own', () => {
  it('goes the way of all others', async () => {
    const sink = keepingSink();
    const server = observe(highV1(), {
      server: 'custom',
      sinks: [sink],
      resolveSession: () => null,
      handles: { secret: SECRET },
    });
    const correlation = { rung: 'handle', session_id: 's-1' } as const;
    recordEvent(server, {
      name: 'checkout',
      text: 'Bearer abcdefgh12345678',
      tags: { a: 'b' },
      properties: { n: 1 },
      duration_ms: 5,
      correlation,
    });
    recordEvent(server, { name: 'signup', session: 'conversation 7' });
    recordEvent(server, { name: '' });
    recordEvent({}, { name: 'nobody looks' });
    await endObserving();
    expect(sink.events).toMatchObject([
      {
        kind: 'custom',
        name: 'checkout',
        text: 'Bearer [redacted]',
        tags: { a: 'b' },
        properties: { n: 1 },
        duration_ms: 5,
        correlation,
      },
      {
        kind: 'custom',
        name: 'signup',
        correlation: { rung: 'resolved', value: expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
    ]);
  });
});
