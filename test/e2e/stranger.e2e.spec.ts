import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { withService } from '../support/service.ts';
import { type Api, readApi } from './stranger/api.ts';
import { openChannel } from './stranger/channels.ts';
import { takeMessages } from './stranger/server-sent-events.ts';

interface FeedEvent {
  readonly event_id: string;
  readonly type: string;
  readonly global_position: string;
}

/** Time-ordered, as the document asks for: 48 bits of milliseconds, then the version. */
const uuid7 = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const session_id = 'of a stranger';
const server_name = 'mail/öffice';

/** Opens an attempt with one server, and gives what tells more of it. */
const tellStory = async (api: Api) => {
  const attachment_attempt_id = uuid7();
  const producer = 'a-host';
  let sequence = 2;
  const opened = await api.call('openAttempt', {
    body: {
      attachment_attempt_id,
      occurred_at: new Date().toISOString(),
      producer: { id: producer, sequence: 1 },
      session_id,
      entry: 'session/new',
      servers: [
        { server_name, source: 'profile', transport: 'http', target: 'https://mail.example', observed: true },
      ],
    },
  });
  expect(opened.status).toBe(201);
  const event = (type: string, data: object): object => ({
    event_id: uuid7(),
    type,
    attachment_attempt_id,
    occurred_at: new Date().toISOString(),
    producer: { id: producer, sequence: (sequence += 1) },
    witness: 'front',
    data: { server_name, ...data },
  });
  const send = async (events: readonly object[]): Promise<string> => {
    const { status, body } = await api.call('sendEvidence', { body: events });
    expect({ status, body }).toMatchObject({ status: 200, body: { accepted: events.length, rejected: [] } });
    return (body as { position: string }).position;
  };
  return { attachment_attempt_id, event, send };
};

const delivered = { channel: 'acp', transport: 'http' };
const accepted = { era: 'legacy', protocol_version: '2025-11-25', connection_id: 'c1' };

const idsOf = (events: readonly FeedEvent[]): readonly string[] => events.map(({ event_id }) => event_id);

const wholeFeed = async (api: Api, limit: string): Promise<readonly FeedEvent[]> => {
  const events: FeedEvent[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const { body } = await api.call('readFeed', { query: { after, limit } });
    const page = body as { readonly events: readonly FeedEvent[]; readonly next_after: string | null };
    events.push(...page.events);
    after = page.next_after;
  }
  return events;
};

describe('who knows the documents alone', () => {
  it('uses nothing of ours', () => {
    const folder = new URL('./stranger/', import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/ from '([^']+)'/g)].map(([, name]) => name),
    );
    expect([...new Set(imported)].sort()).toEqual(['ajv-formats', 'ajv/dist/2020.js', 'node:events', 'ws']);
  });

  it('tells evidence and reads reports, and is told what is wrong where something is', () =>
    withService(async ({ url }) => {
      const api = await readApi(url);
      const { attachment_attempt_id, event, send } = await tellStory(api);
      const min_position = await send([
        event('server-delivered', delivered),
        event('protocol-accepted', accepted),
      ]);
      const path = { session_id, server_name, attachment_attempt_id };
      const report = await api.call('getReport', { path, query: { min_position } });
      expect(report.body).toMatchObject({
        current: { attachment_attempt_id, servers: [{ name: server_name, status: 'connected' }] },
      });
      const etag = report.headers.get('etag') ?? '';
      expect((await api.call('getReport', { path, headers: { 'if-none-match': etag } })).status).toBe(304);
      for (const operation of [
        'getSession',
        'getServer',
        'getServerTools',
        'getAttempt',
        'listAttemptEvents',
        'getDiagnostics',
        'listSessions',
        'listAgents',
        'listCalls',
      ])
        expect([operation, (await api.call(operation, { path })).status]).toEqual([operation, 200]);
      const nowhere = await api.call('getSession', { path: { session_id: 'nobody' } });
      expect(nowhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const unknown = { ...event('server-delivered', delivered), attachment_attempt_id: uuid7() };
      expect(await api.call('sendEvidence', { body: [unknown] })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/0', code: 'unknown_attempt' }] },
      });
    }));

  it('reads the feed as pages, lines and server-sent events, each event once, and goes on where it was', () =>
    withService(async ({ url }) => {
      const api = await readApi(url);
      const { event, send } = await tellStory(api);
      await send([event('server-delivered', delivered), event('protocol-accepted', accepted)]);
      const all = await wholeFeed(api, '1000');
      expect(await wholeFeed(api, '1')).toEqual(all);
      const lines = await api.open('readFeed', {
        query: { follow: 'false' },
        headers: { accept: 'application/x-ndjson' },
      });
      const events = (await lines.text())
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as FeedEvent);
      for (const one of events) api.check('FeedEvent', one);
      expect(events).toEqual(all);
      const sse = { accept: 'text/event-stream' };
      const first = await takeMessages(await api.open('readFeed', { headers: sse }), 2);
      const again = await api.open('readFeed', { headers: { ...sse, 'last-event-id': first[1]?.id ?? '' } });
      const told = event('server-delivered', delivered);
      await send([told]);
      const rest = await takeMessages(again, all.length - 1);
      const heard = [...first, ...rest].map(({ data }) => JSON.parse(data) as FeedEvent);
      for (const one of heard) api.check('FeedEvent', one);
      expect(idsOf(heard)).toEqual([...idsOf(all), (told as FeedEvent).event_id]);
    }));

  it('keeps a durable subscription: what it does not acknowledge comes again', () =>
    withService(async ({ url }) => {
      const api = await readApi(url);
      const { event, send } = await tellStory(api);
      const path = { name: 'of a stranger' };
      const made = await api.call('putSubscription', {
        path,
        body: { filter: { type: ['server-delivered'] } },
      });
      expect(made.status).toBe(201);
      await send([
        event('server-delivered', delivered),
        event('protocol-accepted', accepted),
        event('server-delivered', delivered),
      ]);
      const next = async (
        limit: string,
      ): Promise<{ events: readonly FeedEvent[]; position: string | null }> =>
        (await api.call('nextEvents', { path, query: { limit } })).body as never;
      const one = await next('1');
      expect(await next('1')).toEqual(one);
      expect((await api.call('acknowledge', { path, body: { position: one.position } })).status).toBe(200);
      const other = await next('10');
      expect(other.events).toHaveLength(1);
      expect(idsOf(other.events)).not.toEqual(idsOf(one.events));
      await api.call('acknowledge', { path, body: { position: other.position } });
      expect((await next('10')).events).toEqual([]);
      expect((await api.call('getSubscription', { path })).body).toMatchObject({ lag: 0 });
      const back = await api.call('acknowledge', { path, body: { position: one.position } });
      expect(back).toMatchObject({ status: 409, body: { code: 'ack_behind' } });
      expect((await api.call('deleteSubscription', { path })).status).toBe(204);
    }));

  it('follows a session over the socket, from the position that it has', () =>
    withService(async ({ url }) => {
      const api = await readApi(url);
      const { event, send } = await tellStory(api);
      const at = await send([event('server-delivered', delivered)]);
      const { body } = await api.call('getReport', { path: { session_id }, query: { min_position: at } });
      const live = await openChannel(url, 'live', 'witness.v1');
      try {
        const { position } = body as { position: string };
        live.say({ event: 'subscribe', data: { session_id, after: position } });
        expect((await live.hear('session.caught_up')).data).toEqual({ session_id, position });
        const min_position = await send([event('protocol-accepted', accepted)]);
        const { data } = await live.hear('session.mcp_status_updated');
        expect(data).toMatchObject({ session_id, position: min_position, durable: true });
        api.check('History', data.history);
        const report = await api.call('getReport', { path: { session_id }, query: { min_position } });
        expect(report.body).toMatchObject({
          current: { servers: [{ name: server_name, status: 'connected' }] },
        });
        live.say({ event: 'subscribe', data: { session_id: 'nobody' } });
        expect((await live.hear('error')).data).toMatchObject({ code: 'not_found' });
      } finally {
        await live.leave();
      }
    }));
});
