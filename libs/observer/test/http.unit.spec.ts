import { describe, expect, it } from '@jest/globals';
import { collect } from './support/collect.ts';
import { legacyClient, modernClient, sseClient } from './support/http-clients.ts';
import { perRequest, sessionful, sse, stateless } from './support/http-servers.ts';
import { withHttp } from './support/listen.ts';

const find = { name: 'find', arguments: { id: '7' } };
const token = `v1.0190a000-0000-7000-8000-000000000001.${Buffer.from('my tickets').toString('base64url')}`;

describe('a server over HTTP', () => {
  it('with sessions tells each client apart, ties its session to it, and is closed by its DELETE', async () => {
    const { observer, all, of } = collect();
    await withHttp(sessionful(observer), async (url) => {
      const one = await legacyClient(url, {}, 'one');
      const other = await legacyClient(url, {}, 'other');
      await one.client.callTool(find);
      await other.client.callTool(find);
      await one.transport.terminateSession();
      await other.client.callTool(find);
      await one.client.close();
      await other.client.close();
    });
    expect(of('call')).toMatchObject([
      { client: { name: 'one', rung: 'initialize' }, protocol_version: '2025-11-25', transport: 'http' },
      { client: { name: 'other' } },
      { client: { name: 'other' } },
    ]);
    const [first, second, third] = of('call').map(({ correlation }) => correlation);
    expect(first).toMatchObject({ rung: 'transport_session' });
    expect(second).not.toEqual(first);
    expect(third).toEqual(second);
    expect(of('closed')).toMatchObject([{ client: { name: 'one' }, correlation: first }]);
    expect(new Set(all.map(({ connection_id }) => connection_id)).size).toBe(2);
  });

  it('without sessions takes no client over from another request, and closes nothing', async () => {
    const { observer, of } = collect();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await withHttp(stateless(observer), async (url) => {
      const { client } = await legacyClient(url, { traceparent });
      const unsaid = await legacyClient(url);
      await client.callTool(find);
      await unsaid.client.callTool(find);
      await client.close();
      await unsaid.client.close();
    });
    expect(of('initialize')).toMatchObject([{ client: { name: 'legacy-agent' } }, {}]);
    expect(of('call')).toMatchObject([
      {
        client: null,
        connection_id: null,
        protocol_version: '2025-11-25',
        traceparent,
        correlation: { rung: 'traceparent', value: '0af7651916cd43dd8448eb211c80319c' },
      },
      { client: null, correlation: { rung: 'none' } },
    ]);
    expect(of('closed')).toEqual([]);
  });

  it('over legacy SSE is seen until its stream ends', async () => {
    const { observer, of } = collect();
    await withHttp(sse(observer), async (url) => {
      const client = await sseClient(url);
      await client.callTool(find);
      await client.close();
      for (let turns = 0; of('closed').length === 0 && turns < 500; turns += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect(of('call')).toMatchObject([
      { client: { name: 'sse-agent' }, transport: 'sse', correlation: { rung: 'transport_session' } },
    ]);
    expect(of('closed')).toMatchObject([{ reason_code: 'stream_closed' }]);
  });

  it('that makes a server for each request is seen in both eras, and no end of a request is a disconnect', async () => {
    const { observer, of, all } = collect();
    await withHttp(perRequest(observer), async (url) => {
      const modern = await modernClient(url);
      const { client } = await legacyClient(url);
      await modern.listTools();
      await modern.callTool(find);
      await client.callTool(find);
      await modern.close();
      await client.close();
    });
    expect(of('call')).toMatchObject([
      {
        era: 'modern',
        protocol_version: '2026-07-28',
        client: { name: 'modern-agent', version: '2', rung: 'envelope' },
        connection_id: null,
      },
      { era: 'legacy', protocol_version: '2025-11-25' },
    ]);
    expect(of('list')).toMatchObject([{ era: 'modern', listing: { count: 2, complete: true } }]);
    expect(of('discover')).toMatchObject([{ outcome: 'ok' }]);
    expect(of('closed')).toEqual([]);
    expect(all.every(({ outcome }) => outcome !== 'unanswered' && outcome !== 'cancelled')).toBe(true);
  });

  it.each([
    ['with sessions', sessionful],
    ['that makes a server for each request', perRequest],
  ])('%s knows the attempt by the header of a relay, before all else', async (_form, make) => {
    const { observer, of } = collect();
    await withHttp(make(observer), async (url) => {
      const { client } = await legacyClient(url, { 'witness-attempt': token });
      await client.callTool(find);
      await client.close();
    });
    expect(of('call').map(({ correlation }) => correlation)).toEqual([
      {
        rung: 'attempt_token',
        attachment_attempt_id: '0190a000-0000-7000-8000-000000000001',
        server_name: 'my tickets',
      },
    ]);
  });

  it.each([
    '',
    'v1.x.y',
    `v2${token.slice(2)}`,
    `${token}.more`,
    token.replace('-7000', '-4000'),
    `v1.${token}`,
  ])('takes no other text for one: %j', async (text) => {
    const { observer, of } = collect();
    await withHttp(sessionful(observer), async (url) => {
      const { client } = await legacyClient(url, { 'witness-attempt': text });
      await client.callTool(find);
      await client.close();
    });
    expect(of('call')).toMatchObject([{ correlation: { rung: 'transport_session' } }]);
  });

  it('tells resources, prompts and lists of them, and what a client cancels', async () => {
    const { observer, of } = collect();
    await withHttp(sessionful(observer), async (url) => {
      const { client } = await legacyClient(url);
      await client.listResources();
      await client.readResource({ uri: 'note://1' });
      await client.listPrompts();
      await client.getPrompt({ name: 'greet' });
      await client.notification({ method: 'notifications/cancelled', params: { requestId: 99 } });
      await client.close();
    });
    expect(of('resource')).toMatchObject([{ method: 'resources/read', outcome: 'ok', name: null }]);
    expect(of('prompt')).toMatchObject([{ name: 'greet', outcome: 'ok' }]);
    expect(of('list').map(({ listing }) => listing?.of)).toEqual(['resources', 'prompts']);
    expect(of('cancellation')).toHaveLength(1);
  });
});
