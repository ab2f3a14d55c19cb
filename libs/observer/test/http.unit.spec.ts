import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { anAttempt } from './support/attempt-token.ts';
import { collect } from './support/collect.ts';
import { legacyClient, modernClient, sseClient } from './support/http-clients.ts';
import { perRequest, sessionful, sse, stateless } from './support/http-servers.ts';
import { withHttp } from './support/listen.ts';

const find = { name: 'find', arguments: { id: '7' } };
const { id, token } = anAttempt('my tickets');

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
        attachment_attempt_id: id,
        server_name: 'my tickets',
      },
    ]);
  });

  const [, , secret = '', name = ''] = token.split('.');
  it.each<[string, string]>([
    ['nothing', ''],
    ['one of another form', `v1.${id}.${name}`],
    ['one with more to it', `${token}.more`],
    ['one of another kind of id', token.replace('-7000', '-4000')],
    [
      'an id that somebody read, with a secret of their own',
      `v2.${id}.${randomBytes(16).toString('base64url')}.${name}`,
    ],
    [
      'an id that somebody read, with the secret of another attempt',
      token.replace(secret, anAttempt('x').token.split('.')[2]!),
    ],
    ['a secret that somebody has, with another time', token.replace('0190a000', '0190a001')],
  ])('ties to no attempt by a token that no relay made, and says so once: %s', async (_, text) => {
    const logged: string[] = [];
    const { observer, of } = collect({ log: (line) => logged.push(line) });
    await withHttp(sessionful(observer), async (url) => {
      const { client } = await legacyClient(url, { 'witness-attempt': text });
      await client.callTool(find);
      await client.close();
    });
    expect(of('call')).toMatchObject([{ correlation: { rung: 'transport_session' } }]);
    expect(logged).toEqual([expect.stringContaining('was made by no relay')]);
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
