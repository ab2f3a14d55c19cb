import { createServer, type AddressInfo } from 'node:net';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { describe, expect, it, jest } from '@jest/globals';
import { testEndpoint, type TestResult } from '../../src/endpoint-test/test-endpoint.ts';
import { withListener } from '../fronts/support/listen.ts';
import { notesServers } from '../fronts/support/notes-http.ts';

jest.setTimeout(120_000);

const token = ['eyJhbGciOi', 'JIUzI1NiJ9.', 'eyJzdWIiOiJ0ZXN0In0.', 'c2lnLXRlc3Q'].join('');

const tested = async (
  type: 'http' | 'sse',
  url: string,
  { budgetMs = 60_000, headers = [] as { name: string; value: string }[] } = {},
): Promise<TestResult> => {
  const result = await testEndpoint(
    { entry: { type, name: 'remote', url, headers }, directory: tmpdir(), environment: {} },
    new AbortController().signal,
    budgetMs,
  );
  expect(result).toMatchObject({ budget_ms: budgetMs, duration_ms: expect.any(Number) });
  return result;
};

const always =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_req, res) => {
    res.writeHead(status, headers).end(body);
  };

const challenge = {
  'www-authenticate': `Bearer error="invalid_token", resource_metadata="https://auth.example.test/?tenant=${token}"`,
};

const kinds: readonly (readonly [string, RequestListener, string, Partial<TestResult>])[] = [
  ['wants a sign-in and offers one', always(401, challenge), 'auth_required', {}],
  ['wants a sign-in and offers none', always(401), 'auth_required_no_offer', {}],
  ['forbids', always(403), 'forbidden', {}],
  ['has nothing there', always(404), 'not_found', {}],
  ['is a web page', always(200, { 'content-type': 'text/html' }, '<html>'), 'not_mcp', {}],
  ['answers other JSON', always(200, { 'content-type': 'application/json' }, '{"ok":true}'), 'not_mcp', {}],
  ['ends its stream early', always(200, { 'content-type': 'text/event-stream' }, ': bye\n\n'), 'not_mcp', {}],
  ['fails', always(500), 'initialize_failed', {}],
  [
    'takes no version',
    always(
      400,
      { 'content-type': 'application/json' },
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no","data":{"supported":["2030-01-01"]}}}',
    ),
    'protocol_rejected',
    {},
  ],
  ['breaks off', (req) => void req.socket.destroy(), 'connection_refused', { reachable: false }],
];

describe('a test of a remote server', () => {
  it.each([
    ['first SDK, with sessions', 3, '2025-11-25'],
    ['first SDK, without sessions', 3, '2025-11-25'],
    ['second SDK, with sessions', 1, '2025-11-25'],
    ['second SDK, both eras', 1, '2025-11-25'],
    ['legacy SSE', 3, '2025-11-25'],
  ])('counts the tools of a real one (%s)', async (kind, tool_count, protocol_version) => {
    const { path, listener } = notesServers[kind]!();
    await withListener(listener, async (origin) => {
      const type = kind === 'legacy SSE' ? 'sse' : 'http';
      expect(await tested(type, `${origin}${path}`)).toMatchObject({
        reachable: true,
        succeeded: true,
        warnings: [],
        tool_count,
        protocol_version,
      });
    });
  });

  it.each(kinds)('has a code for one that %s', async (_kind, listener, reason_code, more) => {
    await withListener(listener, async (origin) => {
      const result = await tested('http', `${origin}/mcp`);
      expect(result).toMatchObject({
        reachable: true,
        succeeded: false,
        stage: 'initialize',
        ...more,
        reason_code,
      });
      expect(result.summary).toMatch(/^[A-Z].*\.$/);
      expect(JSON.stringify(result)).not.toMatch(/tenant=|eyJ/);
    });
  });

  it('tells which transport is the wrong one', async () => {
    const sse = notesServers['legacy SSE']!();
    await withListener(sse.listener, async (origin) => {
      expect(await tested('http', `${origin}${sse.path}`)).toMatchObject({ reason_code: 'wrong_transport' });
    });
    for (const kind of ['first SDK, with sessions', 'second SDK, both eras']) {
      const http = notesServers[kind]!();
      await withListener(http.listener, async (origin) => {
        expect(await tested('sse', `${origin}${http.path}`)).toMatchObject({
          reason_code: 'wrong_transport',
        });
      });
    }
  });

  it('tells an address where nothing listens, that has no name, and that speaks no TLS', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await new Promise((resolve) => silent.close(resolve));
    const at = { reachable: false, stage: 'connect' };
    expect(await tested('http', `http://127.0.0.1:${port}/`)).toMatchObject({
      ...at,
      reason_code: 'connection_refused',
    });
    expect(await tested('sse', `http://127.0.0.1:${port}/`)).toMatchObject({
      ...at,
      reason_code: 'connection_refused',
    });
    expect(await tested('http', 'http://witness.invalid/')).toMatchObject({
      ...at,
      reason_code: 'dns_failed',
    });
    await withListener(always(200), async (origin) => {
      const secure = origin.replace('http:', 'https:');
      expect(await tested('http', secure)).toMatchObject({ ...at, reason_code: 'tls_failed' });
    });
    expect(await tested('http', 'ftp://127.0.0.1/')).toMatchObject({
      ...at,
      reason_code: 'invalid_configuration',
    });
  });

  it('names the stage in which time ran out', async () => {
    const hanging: RequestListener = () => undefined;
    await withListener(hanging, async (origin) => {
      const result = await tested('http', origin, { budgetMs: 2_000 });
      expect(result).toMatchObject({ reason_code: 'timeout', stage: 'initialize', reachable: false });
    });
    const deaf = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const { port } = deaf.address() as AddressInfo;
    const result = await tested('http', `https://127.0.0.1:${port}/`, { budgetMs: 2_000 });
    expect(result).toMatchObject({ reason_code: 'timeout', stage: 'connect', reachable: false });
    deaf.close();
  });

  it('follows a redirect within the origin with its headers, and none to elsewhere', async () => {
    const strangers: string[] = [];
    const stranger: RequestListener = (req, res) => {
      strangers.push(JSON.stringify(req.headers));
      res.writeHead(200).end();
    };
    const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
    await withListener(stranger, async (elsewhere) => {
      for (const status of [301, 302, 303, 307, 308]) {
        await withListener(always(status, { location: `${elsewhere}/latest/meta-data` }), async (origin) => {
          for (const type of ['http', 'sse'] as const) {
            const result = await tested(type, `${origin}/mcp`, { headers });
            expect(result).toMatchObject({ reason_code: 'redirect_refused', succeeded: false });
          }
        });
      }
      const leadsAway: RequestListener = (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write(`event: endpoint\ndata: ${elsewhere}/messages\n\n`);
      };
      await withListener(leadsAway, async (origin) => {
        expect(await tested('sse', origin, { headers })).toMatchObject({ reason_code: 'redirect_refused' });
      });
    });
    expect(strangers).toEqual([]);
    const { listener } = notesServers['second SDK, both eras']!();
    const seen: unknown[] = [];
    const moved = (req: IncomingMessage, res: ServerResponse): void => {
      seen.push(req.headers.authorization);
      if (req.url === '/mcp') res.writeHead(307, { location: '/mcp/' }).end();
      else listener(req, res);
    };
    await withListener(moved, async (origin) => {
      const result = await tested('http', `${origin}/mcp`, { headers });
      expect(result).toMatchObject({ succeeded: true, tool_count: 1 });
    });
    expect(new Set(seen)).toEqual(new Set([`Bearer ${token}`]));
    await withListener(always(308, { location: '/again' }), async (origin) => {
      expect(await tested('http', origin)).toMatchObject({ reason_code: 'redirect_refused' });
    });
  });
});
