import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { type Asked, open, read, withoutConnection } from './support/exchange.ts';
import { bodyOf, withListener } from './support/listen.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

const front = ({ fronts }: Fronting, url: string, entry: Partial<HttpEntry> = {}): string =>
  (fronts.add('attempt', { type: 'http', name: 'notes', url, headers: [], ...entry }) as HttpEntry).url;

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly trailers: readonly string[];
  readonly body: string;
}

const record = async (req: IncomingMessage): Promise<Received> => {
  const body = (await bodyOf(req)).toString('latin1');
  return {
    method: req.method,
    url: req.url,
    headers: withoutConnection(req.rawHeaders, ['host']).sort(),
    trailers: req.rawTrailers,
    body,
  };
};

const call = Buffer.from(
  '{"jsonrpc":"2.0","id":"ü","method":"tools/call","params":{"name":"ä","arguments":{}}}',
);
const protocolHeaders = [
  ...['Content-Type', 'application/json', 'accept', 'application/json, text/event-stream'],
  ...['mcp-session-id', 's-1', 'MCP-Protocol-Version', '2025-11-25', 'Mcp-Method', 'tools/call'],
  ...['Mcp-Name', '=?base64?w6Q=?=', 'Authorization', 'Bearer own', 'X-Twice', 'a', 'X-Twice', 'b'],
  ...['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
];
const events =
  'id: 1\nretry: 10\ndata: {"jsonrpc":"2.0","id":"ü","result":{}}\n\n: comment\r\n\r\ndata: not json\n\n';

const exchanges: [string, string, Asked, RequestListener][] = [
  [
    'a request with every header of the protocol, and an answer with repeated ones',
    '/a%20b/../mcp?x=1&x=%C3%A4',
    { headers: [...protocolHeaders, 'Content-Length', String(call.length)], body: [call] },
    (_req, res) => {
      res.writeHead(200, 'Very Well', [
        'Set-Cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'X-Odd',
        'ÿ',
        'Content-Type',
        'application/json',
      ]);
      res.end('{"jsonrpc":"2.0","id":"ü","result":{}}');
    },
  ],
  [
    'a body in pieces, with trailers on both sides',
    '/mcp',
    {
      headers: ['Transfer-Encoding', 'chunked', 'Trailer', 'X-End'],
      body: [call.subarray(0, 20), call.subarray(20)],
    },
    (_req, res) => {
      res.writeHead(200, ['Trailer', 'X-Sum', 'Content-Type', 'text/event-stream']);
      res.write(events);
      res.addTrailers({ 'X-Sum': 'abc' });
      res.end();
    },
  ],
  [
    'a stream that is taken up again',
    '/mcp',
    {
      method: 'GET',
      headers: ['Accept', 'text/event-stream', 'Last-Event-ID', '7', 'Mcp-Session-Id', 's-1'],
    },
    (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).end(events);
    },
  ],
  [
    'an answer that comes compressed',
    '/mcp',
    { headers: ['Accept-Encoding', 'gzip', 'Content-Length', String(call.length)], body: [call] },
    (_req, res) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      res.writeHead(200, headers).end(gzipSync('{"jsonrpc":"2.0","id":"ü","result":{}}'));
    },
  ],
  [
    'an end of a session',
    '/mcp',
    { method: 'DELETE', headers: ['mcp-session-id', 's-1'] },
    (_req, res) => res.writeHead(204).end(),
  ],
  [
    'a question without a body',
    '/mcp',
    { method: 'HEAD' },
    (_req, res) => res.writeHead(200, { 'content-length': '12' }).end(),
  ],
  [
    'a preflight',
    '/mcp',
    { method: 'OPTIONS', headers: ['Origin', 'http://localhost:1'] },
    (_req, res) => res.writeHead(200, { 'access-control-allow-origin': '*' }).end(),
  ],
  [
    'a body of 20 MB both ways',
    '/mcp',
    { headers: ['Content-Length', String(20e6)], body: [Buffer.alloc(10e6, 'ab'), Buffer.alloc(10e6, 'cd')] },
    (_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(20e6, 'xyz')),
  ],
  [
    'a refusal with long headers',
    '/mcp',
    {},
    (_req, res) =>
      res.writeHead(401, { 'www-authenticate': `Bearer realm="${'x'.repeat(14000)}"` }).end('no'),
  ],
];

describe('what passes through an HTTP front', () => {
  it.each(exchanges)('(%s) is the same on both sides as without it', async (_what, path, asked, answer) => {
    const received: Received[] = [];
    const listener: RequestListener = (req, res) => {
      res.sendDate = false;
      void record(req).then((one) => {
        received.push(one);
        answer(req, res);
      });
    };
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const alone = await read(await open(`${origin}${path}`, asked));
        const behind = await read(await open(front(fronting, `${origin}${path}`), asked));
        expect(behind).toEqual(alone);
        expect(received[1]).toEqual(received[0]);
      });
    });
  });

  it('goes to other paths and queries as well', async () => {
    await withListener(
      (req, res) => res.end(req.url),
      async (origin) => {
        await withFronts(async (fronting) => {
          const url = front(fronting, `${origin}/api/mcp?key=1`);
          const at = async (address: string): Promise<string> => (await fetch(address)).text();
          expect(await at(`${url}/`)).toBe('/api/mcp/?key=1');
          expect(await at(`${url}/more?x=2`)).toBe('/api/mcp/more?key=1&x=2');
          const own = new URL(url);
          expect(await at(`${own.origin}/.well-known/oauth-protected-resource${own.pathname}`)).toBe(
            '/.well-known/oauth-protected-resource/api/mcp',
          );
        });
      },
    );
  });

  it('carries the configured headers, which the delivered entry does not hold', async () => {
    const configured = [
      { name: 'Authorization', value: 'Bearer configured' },
      { name: 'Accept', value: 'text/plain' },
      { name: 'X-Key', value: 'open-sesame-77' },
    ];
    await withListener(
      (req, res) => res.end(JSON.stringify(req.headers)),
      async (origin) => {
        await withFronts(async (fronting) => {
          const url = front(fronting, origin.replace('//', '//user:pass@'), { headers: configured });
          const headers = { authorization: 'Bearer own', accept: 'application/json' };
          expect(await (await fetch(url, { headers })).json()).toMatchObject({
            authorization: 'Bearer configured',
            accept: 'application/json',
            'x-key': 'open-sesame-77',
            host: origin.slice('http://'.length),
          });
        });
      },
    );
  });

  it('holds nothing of what either side says of its own connection', async () => {
    const own = ['Connection', 'close, X-Hop', 'X-Hop', '1', 'TE', 'trailers', 'Proxy-Connection', 'close'];
    await withListener(
      (req, res) => {
        const answer = ['Connection', 'X-Back', 'X-Back', '1', 'X-Kept', '2'];
        res.writeHead(200, answer).end(JSON.stringify(Object.keys(req.headers)));
      },
      async (origin) => {
        await withFronts(async (fronting) => {
          const headers = [...own, 'X-Kept', '2'];
          const answer = await read(await open(front(fronting, origin), { method: 'GET', headers }));
          const received = JSON.parse(answer.body) as string[];
          expect(received).toContain('x-kept');
          for (const name of ['x-hop', 'te', 'proxy-connection']) expect(received).not.toContain(name);
          expect(answer.headers).toContain('X-Kept');
          expect(answer.headers).not.toContain('X-Back');
        });
      },
    );
  });

  it.each([
    ['/elsewhere?x=1', (token: string) => `/f/${token}/o/elsewhere?x=1`],
    ['next', (token: string) => `/f/${token}/o/api/next`],
    ['https://other.example/mcp', () => 'https://other.example/mcp'],
  ])(
    'is not redirected by us: %s goes to the client, and leads through the front again',
    async (location, expected) => {
      await withListener(
        (_req, res) => res.writeHead(307, { location }).end(),
        async (origin) => {
          await withFronts(async (fronting) => {
            const url = front(fronting, `${origin}/api/mcp`);
            const answer = await fetch(url, { method: 'POST', body: call, redirect: 'manual' });
            expect(answer.status).toBe(307);
            expect(answer.headers.get('location')).toBe(expected(url.split('/')[4] ?? ''));
            expect(fronting.seen).toEqual([]);
          });
        },
      );
    },
  );

  it('comes chunk by chunk, before the server has ended, and no faster than it is read', async () => {
    let written = 0;
    let ended = false;
    const total = 64 * 1024 * 1024;
    const listener: RequestListener = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (written < total && res.write(chunk)) written += chunk.length;
        if (written < total)
          res.once('drain', () => {
            written += chunk.length;
            more();
          });
        else {
          ended = true;
          res.end();
        }
      };
      more();
    };
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const answer = await open(front(fronting, origin), { method: 'POST' });
        await once(answer, 'readable');
        let before = -1;
        await until('the server to stop', async () => {
          const same = written === before;
          before = written;
          await new Promise((resolve) => setTimeout(resolve, 100));
          return (same && written === before) || undefined;
        });
        expect(ended).toBe(false);
        expect(written).toBeLessThan(total / 2);
        expect((await read(answer)).body.length).toBeGreaterThanOrEqual(total);
      });
    });
  });

  it('ends for the server when the client leaves, and for the client when the server breaks off', async () => {
    let left = false;
    const listener: RequestListener = (req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('data: {}\n\n');
      res.on('close', () => {
        left = true;
      });
      if (req.url === '/broken') setImmediate(() => req.socket.resetAndDestroy());
    };
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const leaving = await open(front(fronting, `${origin}/open`), { method: 'GET' });
        await once(leaving, 'data');
        leaving.destroy();
        await until('the end at the server', () => left || undefined);
        const broken = await open(front(fronting, `${origin}/broken`), { method: 'GET' });
        await expect(read(broken)).rejects.toThrow('aborted');
        expect(fronting.seen).toEqual([]);
      });
    });
  });

  it('of a call that the server answers with questions in between is told as one call', async () => {
    const answers = [
      { resultType: 'input_required', inputRequests: { who: {} }, requestState: 'open-sesame-77' },
      { resultType: 'complete', content: [{ type: 'text', text: 'open-sesame-77' }] },
    ];
    const listener: RequestListener = (req, res) => {
      void bodyOf(req).then((body) => {
        const { id } = JSON.parse(body.toString()) as { id: number };
        const result = answers[id - 1];
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    };
    await withListener(listener, async (origin) => {
      await withFronts(async (fronting) => {
        const url = front(fronting, origin);
        const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
        const more = [{}, { inputResponses: { who: 'open-sesame-77' }, requestState: 'open-sesame-77' }];
        for (const [at, params] of more.entries()) {
          const method = 'tools/call';
          const message = { jsonrpc: '2.0', id: at + 1, method, params: { name: 'ask', _meta, ...params } };
          await (await fetch(url, { method: 'POST', body: JSON.stringify(message) })).text();
        }
        expect(fronting.types()).toEqual(['protocol-accepted', 'tool-called']);
        expect(fronting.of('tool-called')).toMatchObject([{ outcome: 'ok', round_trips: 2 }]);
        expect(JSON.stringify(fronting.seen)).not.toContain('open-sesame');
      });
    });
  });

  it('is nothing for pages of elsewhere, other paths, and attempts that are over', async () => {
    await withListener(
      (_req, res) => res.end('reached'),
      async (origin) => {
        await withFronts(async (fronting) => {
          const url = front(fronting, origin);
          const status = async (
            address: string,
            headers: readonly string[] = [],
          ): Promise<number | undefined> =>
            (await open(address, { method: 'GET', headers })).resume().statusCode;
          expect(await status(url)).toBe(200);
          expect(await status(url, ['Origin', 'https://evil.example'])).toBe(403);
          expect(await status(url.replace('127.0.0.1', 'localhost'))).toBe(200);
          expect(await status(url.slice(0, -5))).toBe(404);
          expect(await status(new URL('/.well-known/oauth-authorization-server', url).href)).toBe(404);
          await fronting.fronts.end('attempt');
          expect(await status(url)).toBe(404);
          expect(fronting.seen).toEqual([]);
        });
      },
    );
  });

  it('leaves an address alone that cannot be passed through', async () => {
    await withFronts(({ fronts }) => {
      const entry = { type: 'http' as const, name: 'odd', url: 'file:///etc/passwd', headers: [] };
      expect(fronts.add('attempt', entry)).toBe(entry);
      return Promise.resolve();
    });
  });
});
