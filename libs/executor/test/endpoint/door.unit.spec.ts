import { describe, expect, it, jest } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { connect, withEndpoint } from './support/with-endpoint.ts';

const add = { server_name: 'witness' };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const ask = (method: string) => ({ jsonrpc: '2.0', id: 2, method, params: {} });

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** `fetch` does not let a caller choose the Host. */
function postAs(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers: { ...json, ...headers } }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      res.on('end', () => {
        resolve({ status: res.statusCode ?? 0, body });
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(initialize));
  });
}

describe('a path that was not given out', () => {
  it.each([
    '/',
    '/mcp',
    '/s//mcp',
    '/s/short/mcp',
    `/s/${'A'.repeat(43)}/mcp`,
    '/.well-known/oauth-protected-resource',
  ])('such as %s is not found, without a hint', async (path) => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      const response = await post(new URL(path, url).href, initialize);
      expect([response.status, await response.text(), seen]).toEqual([404, '', []]);
    });
  });

  it('below one that was is not found either', async () => {
    await withEndpoint(async ({ endpoint }) => {
      const { url } = endpoint.addAttempt('a', add);
      for (const wrong of [`${url}/`, `${url}/x`, url.slice(0, -1), url.replace('/s/', '/S/')]) {
        expect((await post(wrong, initialize)).status).toBe(404);
      }
      expect((await post(`${url}?any=thing`, initialize)).status).toBe(200);
    });
  });
});

describe('a page in a browser', () => {
  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'evil.example:4477' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'secret-token@evil.example' },
  ])('that comes as %j is refused, and its words are not repeated', async (headers) => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const answer = await postAs(endpoint.addAttempt('a', add).url, headers);
      expect(answer.status).toBe(403);
      expect(answer.body).not.toMatch(/evil|secret/);
      expect(seen).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'forbidden' } }]);
    });
  });

  it.each<Record<string, string>>([{ host: 'localhost' }, { origin: 'http://localhost:3000' }])(
    'on this machine may come as %j',
    async (headers) => {
      await withEndpoint(async ({ endpoint, types }) => {
        const answer = await postAs(endpoint.addAttempt('a', add).url, headers);
        expect([answer.status, types()]).toEqual([200, ['protocol-accepted']]);
      });
    },
  );
});

describe('a body', () => {
  it('over 1 MiB is refused, which is told, and the endpoint goes on', async () => {
    await withEndpoint(async ({ endpoint, seen, types }) => {
      const { url } = endpoint.addAttempt('a', add);
      const huge = { ...initialize, params: { ...initialize.params, filler: 'x'.repeat(2 * 1024 * 1024) } };
      expect((await post(url, huge)).status).toBe(413);
      expect((await post(url, initialize)).status).toBe(200);
      expect(types()).toEqual(['protocol-refused', 'protocol-accepted']);
      expect(seen[0]).toMatchObject({
        data: { server_name: 'witness', reason_code: 'request_too_large' },
        witness: 'in_session_endpoint',
      });
    });
  });

  it.each(['', '{', 'hello', '\u0000', '{"jsonrpc":"2.0"', '<html>'])(
    'that is no JSON, such as %j, is refused',
    async (body) => {
      await withEndpoint(async ({ endpoint, seen }) => {
        const response = await post(endpoint.addAttempt('a', add).url, body);
        expect([response.status, (await response.json()) as unknown]).toMatchObject([
          400,
          { error: { code: -32700 } },
        ]);
        expect(seen).toEqual([]);
      });
    },
  );

  it.each([
    'null',
    '42',
    '[]',
    '"text"',
    '{}',
    '{"jsonrpc":"2.0","id":1}',
    '[[[[]]]]',
    '{"__proto__":{"polluted":true}}',
  ])('that is JSON and no message, such as %s, is refused and changes nothing', async (body) => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const response = await post(endpoint.addAttempt('a', add).url, body);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect([seen, 'polluted' in {}]).toEqual([[], false]);
    });
  });
});

describe('a session', () => {
  it('that the endpoint does not know is not found, and told as stale', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const response = await post(endpoint.addAttempt('a', add).url, ask('tools/list'), {
        'mcp-session-id': 'gone',
      });
      expect(response.status).toBe(404);
      expect(seen).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'stale_session' } }]);
    });
  });

  it('of one attempt is unknown to another', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { client, transport } = await connect(endpoint.addAttempt('one', add).url, 'legacy');
      const headers = { 'mcp-session-id': transport.sessionId ?? '' };
      const response = await post(endpoint.addAttempt('two', add).url, ask('tools/list'), headers);
      await client.close();
      expect([response.status, types('two')]).toEqual([404, ['protocol-refused']]);
    });
  });

  it('is needed for all but initialize', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      const listed = await post(url, ask('tools/list'));
      const others = await Promise.all(
        ['GET', 'DELETE', 'PUT', 'OPTIONS'].map((method) => fetch(url, { method })),
      );
      expect([listed.status, ...others.map(({ status }) => status)]).toEqual([400, 405, 405, 405, 405]);
      expect(seen).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'tools_list_failed' } }]);
    });
  });

  it('streams from its first moment on, and is closed when the endpoint is', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { url } = endpoint.addAttempt('a', add);
      const opened = await post(url, initialize);
      await opened.text();
      const headers = {
        accept: 'text/event-stream',
        'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      };
      const stream = await fetch(url, { headers });
      expect(stream.headers.get('content-type')).toBe('text/event-stream');
      await endpoint.close();
      await stream.text().catch(() => undefined);
      expect(types()).toEqual(['protocol-accepted', 'connection-closed']);
    });
  });

  it('outlives a client that leaves its stream', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { url } = endpoint.addAttempt('a', add);
      const opened = await post(url, initialize);
      await opened.text();
      const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
      for (let turn = 0; turn < 3; turn += 1) {
        const leave = new AbortController();
        await fetch(url, {
          headers: { accept: 'text/event-stream', ...session },
          signal: leave.signal,
        }).catch(() => null);
        leave.abort();
      }
      const listed = await post(url, ask('tools/list'), session);
      await listed.text();
      expect([listed.status, types()]).toEqual([200, ['protocol-accepted', 'tools-listed']]);
    });
  });

  it('is given up by the endpoint when too many are left behind, the longest unused first', async () => {
    await withEndpoint(async ({ endpoint, types }) => {
      const { url } = endpoint.addAttempt('a', add);
      const ids: string[] = [];
      for (let turn = 0; turn < 65; turn += 1) {
        const opened = await post(url, initialize);
        await opened.text();
        ids.push(opened.headers.get('mcp-session-id') ?? '');
      }
      expect(types().filter((type) => type === 'connection-closed')).toHaveLength(1);
      const statuses = [ids.at(0), ids.at(-1)].map((id) =>
        post(url, ask('ping'), { 'mcp-session-id': id ?? '' }),
      );
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 200]);
    });
  });
});

describe('an earlier protocol that is mixed with the new one', () => {
  it('is refused with the versions there are when its version is unknown to both', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2099-01-01',
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const headers = { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' };
      const response = await post(url, { ...ask('tools/list'), params: { _meta } }, headers);
      expect([response.status, (await response.json()) as unknown]).toMatchObject([
        400,
        { error: { code: -32022 } },
      ]);
      expect(seen).toMatchObject([{ type: 'protocol-refused', data: { reason_code: 'protocol_rejected' } }]);
    });
  });
});

describe('standard output', () => {
  it('gets nothing, whatever is asked', async () => {
    const written: unknown[] = [];
    const spy = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      written.push(chunk);
      return true;
    });
    try {
      await withEndpoint(async ({ endpoint }) => {
        const { url } = endpoint.addAttempt('a', add);
        for (const body of ['{', initialize, ask('tools/list'), { ...ask('nothing'), params: null }])
          await post(url, body);
        const { client } = await connect(url, 'auto');
        await client.callTool({ name: 'no_such_tool', arguments: {} }).catch(() => null);
        await client.close();
      });
    } finally {
      spy.mockRestore();
    }
    expect(written).toEqual([]);
  });
});
