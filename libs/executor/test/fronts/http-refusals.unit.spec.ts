import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { networkFailure } from '../../src/fronts/http/network-failure.ts';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { firstSseTransport } from './support/legacy-sse.mjs';
import { bodyOf, withListener } from './support/listen.ts';
import { notesServers } from './support/notes-http.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const front = ({ fronts }: Fronting, url: string, type: HttpEntry['type'] = 'http'): string =>
  (fronts.add('attempt', { type, name: 'notes', url, headers: [] }) as HttpEntry).url;

const message = (method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const post = (
  url: string,
  body = message('initialize'),
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
  });

const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (req, res) => {
    void bodyOf(req).then(() => res.writeHead(status, headers).end(body));
  };

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const rpcError = (code: number, text: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: text } });

const refusals: [string, string, RequestListener][] = [
  [
    '401 with an offer',
    'auth_required',
    answer(401, { 'www-authenticate': 'Bearer realm="open-sesame-77"' }),
  ],
  ['401 without', 'auth_required_no_offer', answer(401)],
  ['403', 'forbidden', answer(403)],
  ['404', 'not_found', answer(404, html, '<h1>open-sesame-77</h1>')],
  ['405', 'wrong_transport', answer(405)],
  ['a page with 200', 'not_mcp', answer(200, html, '<h1>open-sesame-77</h1>')],
  ['an error', 'initialize_failed', answer(200, json, rpcError(-32603, 'open-sesame-77'))],
  ['500', 'initialize_failed', answer(500)],
  [
    'another version',
    'protocol_rejected',
    answer(400, json, rpcError(-32602, 'Unsupported protocol version')),
  ],
];

describe('a refusal of an HTTP server', () => {
  it.each(refusals)('(%s) is passed on as it is and told as %s', async (_what, reason_code, listener) => {
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const url = front(fronting, origin);
        const [alone, behind] = [await post(origin), await post(url)];
        expect([behind.status, await behind.text()]).toEqual([alone.status, await alone.text()]);
        expect(behind.headers.get('www-authenticate')).toBe(alone.headers.get('www-authenticate'));
        await (await post(url)).text();
        expect(fronting.seen).toMatchObject([
          { type: 'protocol-refused', witness: 'front', data: { server_name: 'notes', reason_code } },
        ]);
        expect(JSON.stringify(fronting.seen)).not.toContain('open-sesame');
      });
    });
  });

  it.each<[string, string | null, RequestListener]>([
    ['401', 'auth_required_no_offer', answer(401)],
    ['404', 'not_found', answer(404)],
    ['405', 'wrong_transport', answer(405)],
    ['a page with 200', 'not_mcp', answer(200, html, '<p>')],
  ])(
    'of a stream (%s) is told for a server of the legacy transport',
    async (_what, reason_code, listener) => {
      await withListener(listener, async (origin) => {
        await withFronts(async (fronting) => {
          await (await fetch(front(fronting, origin, 'sse'))).text();
          await (await fetch(front(fronting, origin, 'http'))).text();
          expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code }]);
        });
      });
    },
  );

  it('of a session that is over is told as stale; of an unknown discover nothing is told', async () => {
    await withListener(answer(404, json, rpcError(-32001, 'Session not found')), async (origin) => {
      await withFronts(async (fronting) => {
        const url = front(fronting, origin);
        await (await post(url, message('tools/list'), { 'mcp-session-id': 'open-sesame-77' })).text();
        expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code: 'stale_session' }]);
      });
    });
    await withListener(answer(400, json, rpcError(-32601, 'Method not found')), async (origin) => {
      await withFronts(async (fronting) => {
        await (await post(front(fronting, origin), message('server/discover'))).text();
        expect(fronting.seen).toEqual([]);
      });
    });
  });
});

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a server that is reached by the wrong transport', () => {
  const streamable = notesServers['first SDK, with sessions']!();
  const legacy = notesServers['legacy SSE']!();

  it('as one of streams though it is none, is told so', async () => {
    await withListener(streamable.listener, async (origin) => {
      await withFronts(async (fronting) => {
        const url = new URL(front(fronting, `${origin}${streamable.path}`, 'sse'));
        const client = new Client({ name: 'editor', version: '9' });
        await expect(client.connect(firstSseTransport(url))).rejects.toThrow();
        expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code: 'wrong_transport' }]);
      });
    });
  });

  it('as one of streams though its stream begins with no address, is told so', async () => {
    const stream: RequestListener = (_req, res) =>
      res.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {}\n\n');
    await withListener(stream, async (origin) => {
      await withFronts(async (fronting) => {
        for (const type of ['http', 'sse'] as const)
          await (await fetch(front(fronting, origin, type))).text();
        expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code: 'wrong_transport' }]);
      });
    });
  });

  it('as Streamable HTTP though it has streams alone, is told as not found there, as it answers', async () => {
    await withListener(legacy.listener, async (origin) => {
      await withFronts(async (fronting) => {
        const url = new URL(front(fronting, `${origin}${legacy.path}`));
        const client = new Client({ name: 'editor', version: '9' });
        await expect(client.connect(new StreamableHTTPClientTransport(url))).rejects.toThrow();
        expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code: 'not_found' }]);
      });
    });
  });
});

describe('a server that takes a question and does not answer', () => {
  const never: RequestListener = (req) => void req.resume();

  /** Asks, and leaves when the server has the question. */
  async function leave(url: string, asked: Promise<void>, init: RequestInit): Promise<void> {
    const leaving = new AbortController();
    const answer = fetch(url, { ...init, signal: leaving.signal });
    await asked;
    leaving.abort();
    await expect(answer).rejects.toThrow();
  }

  it.each<[string, HttpEntry['type'], RequestInit]>([
    ['initialize', 'http', { method: 'POST', body: message('initialize') }],
    ['server/discover', 'http', { method: 'POST', body: message('server/discover') }],
    ['a stream', 'sse', {}],
  ])('is told as one that was waited for in vain, once (%s)', async (_what, type, init) => {
    let got = (): void => undefined;
    const listener: RequestListener = (req, res) => {
      never(req, res);
      req.on('end', got);
    };
    await withListener(listener, async (origin) => {
      await withFronts(
        async (fronting) => {
          const url = front(fronting, origin, type);
          for (let turn = 0; turn < 2; turn += 1) {
            await leave(url, new Promise((resolve) => (got = resolve)), init);
            await until('the failure', () => fronting.seen[0]);
          }
          expect(fronting.seen).toMatchObject([
            { type: 'attachment-failed', data: { server_name: 'notes', reason_code: 'timeout' } },
          ]);
        },
        { patienceMs: 0 },
      );
    });
  });

  it('is not blamed by a client that leaves soon, or that asked for something else', async () => {
    let got = (): void => undefined;
    const closed: Promise<void>[] = [];
    const listener: RequestListener = (req, res) => {
      closed.push(new Promise((resolve) => res.on('close', resolve)));
      req.resume().on('end', got);
    };
    await withListener(listener, async (origin) => {
      for (const [method, patienceMs] of [
        ['initialize', 60_000],
        ['resources/list', 0],
      ] as const) {
        await withFronts(
          async (fronting) => {
            const init = { method: 'POST', body: message(method) };
            await leave(front(fronting, origin), new Promise((resolve) => (got = resolve)), init);
            await Promise.all(closed);
            expect(fronting.seen).toEqual([]);
          },
          { patienceMs },
        );
      }
    });
  });
});

describe('a server that cannot be reached', () => {
  const expectFailure = async (url: string, reason_code: string): Promise<void> => {
    await withFronts(async (fronting) => {
      const at = front(fronting, url);
      await expect(post(at)).rejects.toThrow('fetch failed');
      await expect(post(at)).rejects.toThrow('fetch failed');
      expect(fronting.seen).toMatchObject([
        { type: 'attachment-failed', data: { server_name: 'notes', reason_code } },
      ]);
      expect(JSON.stringify(fronting.seen)).not.toContain('open-sesame');
    });
  };

  it('because nothing listens there is told as such, once', async () => {
    await expectFailure(`http://127.0.0.1:${await unusedPort()}/open-sesame-77`, 'connection_refused');
  });

  it('because its name has no address is told as such', async () => {
    await expectFailure('http://open-sesame-77.invalid/', 'dns_failed');
  });

  it.each([
    ['a header', 'http://127.0.0.1:9/', [{ name: 'x-key', value: 'open-sesame-77\n' }]],
    ['a user name', 'http://open-sesame%zz@127.0.0.1:9/', []],
  ])('because %s of its configuration makes no request is told as such', async (_what, url, headers) => {
    await withFronts(async (fronting) => {
      const entry = { type: 'http', name: 'notes', url, headers } as const;
      const at = (fronting.fronts.add('attempt', entry) as HttpEntry).url;
      for (let turn = 0; turn < 2; turn += 1) await expect(post(at)).rejects.toThrow('fetch failed');
      expect(fronting.seen).toMatchObject([
        { type: 'attachment-failed', data: { reason_code: 'materialization_failed' } },
      ]);
      expect(JSON.stringify(fronting.seen)).not.toContain('open-sesame');
    });
  });

  it('because it does not speak TLS is told as such', async () => {
    await withListener(answer(200), async (origin) => {
      await expectFailure(origin.replace('http:', 'https:'), 'tls_failed');
    });
  });

  it('because it ends every connection is told as such', async () => {
    await withListener(
      (req) => req.socket.destroy(),
      async (origin) => {
        await expectFailure(origin, 'connection_refused');
      },
    );
  });

  it('because it does not speak HTTP is told as a server that is none', async () => {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail ready\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await withFronts(async (fronting) => {
      const at = front(fronting, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await expect(post(at)).rejects.toThrow('fetch failed');
      expect(fronting.of('protocol-refused')).toMatchObject([{ reason_code: 'not_mcp' }]);
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['ETIMEDOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['EAI_AGAIN', 'dns_failed'],
    ['EHOSTUNREACH', 'connection_refused'],
  ])('is told by the code of the system: %s is %s', (code, reason_code) => {
    const failure = networkFailure(Object.assign(new Error('open-sesame-77'), { code }));
    expect(failure).toMatchObject({ reason_code });
    expect(JSON.stringify(failure)).not.toContain('open-sesame');
  });
});
