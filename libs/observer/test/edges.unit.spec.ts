import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import fastify from 'fastify';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it } from '@jest/globals';
import type { Observer } from '@mcp-witness/observer';
import { type Collected, collect } from './support/collect.ts';
import { legacyClient, modernClient } from './support/http-clients.ts';
import { bothEras, sessionful } from './support/http-servers.ts';
import { withHttp } from './support/listen.ts';
import { highV2, lowV1 } from './support/servers.ts';

type Serve = (inner: RequestListener) => RequestListener;
const find = { name: 'find', arguments: { id: '7' } };

const inFastify =
  ({ http }: Observer): Serve =>
  (inner) => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => {
      done(null);
    });
    void app.register(http.fastify as never);
    app.all('/*', (request, reply) => {
      reply.hijack();
      inner(request.raw, reply.raw);
    });
    const ready = app.ready();
    return (req, res) =>
      void ready.then(() => {
        app.routing(req, res);
      });
  };

const forms: readonly (readonly [string, (observer: Observer) => Serve])[] = [
  [
    'node:http',
    ({ http }) =>
      (inner) =>
        http.listener(inner),
  ],
  [
    'Express',
    ({ http }) =>
      (inner) =>
        express()
          .use(http.middleware)
          .use((req, res) => {
            inner(req, res);
          }),
  ],
  [
    'Express that has parsed the body',
    ({ http }) =>
      (inner) =>
        express()
          .use(express.json())
          .use(http.middleware)
          .use((req, res) => {
            parsedFirst(inner, req, res);
          }),
  ],
  ['Fastify', inFastify],
];

/** A handler that takes the body from where a parser left it. */
function parsedFirst(
  inner: RequestListener,
  req: IncomingMessage & { body?: unknown },
  res: ServerResponse,
): void {
  (inner as (req: IncomingMessage, res: ServerResponse, body: unknown) => void)(req, res, req.body);
}

const unseen: Pick<Observer, 'observe'> = { observe: (server) => server };

const turnedAway: RequestListener = (_req, res) => {
  res.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'text/plain' }).end('no');
};

async function used(
  { observer }: Collected,
  form: (observer: Observer) => Serve,
  inner: RequestListener,
): Promise<void> {
  await withHttp(form(observer)(inner), async (url) => {
    const { client, transport } = await legacyClient(url);
    const modern = await modernClient(url);
    await client.callTool(find);
    await modern.callTool(find);
    await transport.terminateSession();
    await client.close();
    await modern.close();
  });
}

describe.each(forms)('an edge of %s', (_name, form) => {
  it('sees servers of both eras that are not observed themselves', async () => {
    const collected = collect();
    await used(collected, form, bothEras(unseen));
    expect(collected.of('call')).toMatchObject([
      {
        name: 'find',
        client: { name: 'legacy-agent', rung: 'initialize' },
        correlation: { rung: 'transport_session' },
        transport: 'http',
        outcome: 'ok',
      },
      { client: { name: 'modern-agent', rung: 'envelope' }, protocol_version: '2026-07-28' },
    ]);
    expect(collected.of('closed')).toMatchObject([
      { reason_code: 'client_deleted', client: { name: 'legacy-agent' } },
    ]);
  });

  it('leaves to a server that is observed itself what that one sees', async () => {
    const collected = collect();
    await withHttp(form(collected.observer)(sessionful(collected.observer)), async (url) => {
      const { client, transport } = await legacyClient(url);
      await client.callTool(find);
      await transport.terminateSession();
      await client.close();
    });
    expect(collected.of('initialize')).toHaveLength(1);
    expect(collected.of('call')).toHaveLength(1);
    expect(collected.of('closed')).toMatchObject([{ reason_code: 'client_deleted' }]);
  });

  it('tells requests that are turned away before a server sees them', async () => {
    const collected = collect();
    await withHttp(form(collected.observer)(turnedAway), async (url) => {
      await expect(legacyClient(url)).rejects.toThrow();
    });
    expect(collected.of('rejection')).toMatchObject([
      { outcome: 'rejected', reason_code: 'auth_required', error_code: 'http_401' },
    ]);
  });

  it('tells nothing of what is no MCP', async () => {
    const collected = collect();
    await withHttp(
      form(collected.observer)((_req, res) => res.end('page')),
      async (url) => {
        for (const init of [
          {},
          { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
        ])
          expect(await (await fetch(url, init)).text()).toBe('page');
      },
    );
    expect(collected.all).toEqual([]);
  });
});

describe('an edge of Node', () => {
  const collectGarbage = (): void => {
    setFlagsFromString('--expose_gc');
    (runInNewContext('gc') as () => void)();
  };

  it('holds no body while a server behind it that is observed itself works on the request', async () => {
    const { observer, of } = collect();
    const chunks: WeakRef<Buffer>[] = [];
    let begun = 0;
    let finish: (() => void) | undefined;
    const until = new Promise<void>((resolve) => (finish = resolve));
    const serve = observer.http.listener((req, res) => {
      const server = lowV1();
      server.setRequestHandler(CallToolRequestSchema, async () => {
        begun += 1;
        await until;
        return { content: [] };
      });
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      void observer
        .observe(server)
        .connect(transport as never)
        .then(() => transport.handleRequest(req, res));
    });
    await withHttp(
      (req, res) => {
        serve(req, res);
        const emit = req.emit.bind(req) as (...given: unknown[]) => boolean;
        req.emit = (event: string, ...given: unknown[]) => {
          if (event === 'data') chunks.push(new WeakRef(given[0] as Buffer));
          return emit(event, ...given);
        };
      },
      async (url) => {
        const { client } = await legacyClient(url);
        const called = client.callTool({ name: 'find', arguments: { id: 'x'.repeat(200_000) } });
        for (let turns = 0; turns < 200 && (begun === 0 || chunks.some((one) => one.deref())); turns += 1) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          collectGarbage();
        }
        expect(chunks.length).toBeGreaterThan(2);
        expect(chunks.filter((one) => one.deref() !== undefined)).toEqual([]);
        finish?.();
        await called;
        await client.close();
      },
    );
    expect(of('call')).toHaveLength(1);
  });

  it('holds a body that is no JSON for nobody', async () => {
    const { observer, all } = collect();
    await withHttp(
      observer.http.listener((req, res) => {
        req.resume().on('end', () => res.writeHead(400).end());
      }),
      async (url) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
        await fetch(url, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
        await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      },
    );
    expect(all).toMatchObject([{ kind: 'rejection', method: 'tools/list' }]);
  });
});

describe('an edge of the Fetch API', () => {
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let turns = 0; !isSo() && turns < 500; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const post = (message: object, headers: Record<string, string> = {}): Request =>
    new Request('http://local/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(message),
    });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'modern-agent', version: '2' },
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...find, _meta: meta } };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'find',
  };

  it.each([
    ['not observed itself', false],
    ['observed itself', true],
  ])('tells a server that is %s once, and passes the answer on', async (_form, isObserved) => {
    const { observer, of } = collect();
    const handler = createMcpHandler(() => (isObserved ? observer.observe(highV2()) : highV2()));
    const answer = await observer.http.fetch((request: Request) => handler.fetch(request))(
      post(call, headers),
    );
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('found 7');
    expect(of('call')).toMatchObject([{ name: 'find', outcome: 'ok', client: { name: 'modern-agent' } }]);
  });

  it('tells what a server turns away by itself, and what is turned away before it', async () => {
    const { observer, of } = collect();
    const handler = createMcpHandler(() => observer.observe(highV2()));
    const wrong = post(call, { ...headers, 'mcp-name': 'other' });
    const refused = await observer.http.fetch((request: Request) => handler.fetch(request))(wrong);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('-32020')]);
    const door = observer.http.fetch(() => new Response('no', { status: 403 }));
    expect((await door(post(call, headers))).status).toBe(403);
    await until(() => of('rejection').length === 2);
    expect(of('rejection').map(({ reason_code }) => reason_code)).toEqual(['protocol_rejected', 'forbidden']);
  });

  it('leaves to the handler a body that is locked, or no request at all', async () => {
    const { observer } = collect({ log: () => undefined });
    const door = observer.http.fetch((request: Request) => new Response(String(request.body?.locked)));
    const locked = post(call);
    locked.body?.getReader();
    expect(await (await door(locked)).text()).toBe('true');
    const foreign = { headers: new Headers({ 'content-type': 'application/json' }), body: { locked: false } };
    expect(await (await door(foreign as never)).text()).toBe('false');
  });

  it('reads no body that is too long, and leaves it whole to its handler', async () => {
    const { observer, of } = collect();
    const { method, headers: own } = post(call);
    const body = JSON.stringify(call) + ' '.repeat(17 * 1024 * 1024);
    let length = 0;
    const door = observer.http.fetch(async (given: Request) => {
      ({ length } = await given.text());
      return new Response('no', { status: 403 });
    });
    await door(new Request('http://local/mcp', { method, headers: own, body }));
    await until(() => of('rejection').length === 1);
    expect(length).toBe(body.length);
    expect(of('rejection')).toMatchObject([{ method: null, reason_code: 'forbidden' }]);
  });

  it('fails as its handler fails', async () => {
    const { observer } = collect();
    const failure = new Error('handler');
    const handler = observer.http.fetch(() => Promise.reject(failure));
    await expect(handler(post(call))).rejects.toBe(failure);
  });
});
