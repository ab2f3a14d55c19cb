import { describe, expect, it } from '@jest/globals';
import { type CloudEvent, HTTP } from 'cloudevents';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';
import { openStream } from '../support/stream.ts';

interface Event {
  readonly event_id: string;
  readonly type: string;
  readonly session_id: string;
  readonly task_id: string | null;
  readonly global_position: string;
  readonly data: { readonly server_name?: string };
}

interface Page {
  readonly events: readonly Event[];
  readonly next_after: string | null;
  readonly position: string;
}

const pageOf = async ({ get }: Pick<TestService, 'get'>, query = ''): Promise<Page> => {
  const answer = await get(`/v1/feed${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page;
};

const everything = async (service: TestService, query: string): Promise<readonly Event[]> => {
  const events: Event[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page: Page = await pageOf(service, `?after=${after}&${query}`);
    events.push(...page.events);
    after = page.next_after;
  }
  return events;
};

/** Two sessions of different tasks, with two attempts of one server each. */
const tellStory = async ({ post }: TestService): Promise<void> => {
  for (const n of [1, 2, 3, 4]) {
    const session = n % 2 === 0 ? 'even' : 'odd';
    const body = attemptBody(uuid(n), { session_id: session, task_id: `task of ${session}` });
    expect((await post('/v1/attempts', body)).status).toBe(201);
    const called = {
      type: 'connection-closed',
      data: { server_name: 'öther', connection_id: 'c', reason_code: 'stdin_closed' },
    };
    await post('/v1/evidence', [evidence(uuid(n), 3), evidence(uuid(n), 4, called)]);
  }
};

const ofStream = (text: string): readonly Event[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);

const positionsOf = (events: readonly Event[]): readonly number[] =>
  events.map(({ global_position }) => Number(global_position));

const ndjson = { accept: 'application/x-ndjson' };
const sse = { accept: 'text/event-stream' };

describe('the feed as pages', () => {
  it('gives every recorded event of all sessions once, in the order of the log', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const whole = await pageOf(service, '?limit=1000');
      expect(whole.next_after).toBeNull();
      expect(whole.events).toHaveLength(4 * 4 + 2);
      expect(positionsOf(whole.events)).toEqual([...positionsOf(whole.events)].sort((a, b) => a - b));
      expect(await everything(service, 'limit=1')).toEqual(whole.events);
      expect(await everything(service, 'limit=7')).toEqual(whole.events);
      expect(await pageOf(service, `?after=${whole.position}`)).toEqual({
        events: [],
        next_after: null,
        position: whole.position,
      });
      expect(whole.events[0]).toMatchObject({
        type: 'attempt-started',
        session_id: 'odd',
        task_id: 'task of odd',
        tenant_id: 'default',
        stream_position: 0,
      });
    });
  });

  it('gives what was acknowledged a moment ago', async () => {
    await withService(async (service) => {
      await service.post('/v1/attempts', attemptBody(uuid(1)));
      let { position } = await pageOf(service);
      for (let n = 3; n < 30; n += 1) {
        await service.post('/v1/evidence', [evidence(uuid(1), n)]);
        const page = await pageOf(service, `?after=${position}`);
        expect(page.events.map(({ event_id }) => event_id)).toEqual([uuid(n, 1)]);
        position = page.position;
      }
    });
  });

  it('gives only what was asked for, by type, session, task and server, several values of each', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const all = await everything(service, '');
      const expected = (keep: (event: Event) => boolean): readonly Event[] => all.filter(keep);
      expect(await everything(service, 'type=server-resolved')).toEqual(
        expected(({ type }) => type === 'server-resolved'),
      );
      expect(await everything(service, 'type=attempt-started&type=connection-closed')).toHaveLength(8);
      expect(await everything(service, 'session_id=even')).toEqual(
        expected(({ session_id }) => session_id === 'even'),
      );
      expect(await everything(service, 'task_id=task+of+odd&limit=2')).toEqual(
        expected(({ task_id }) => task_id === 'task of odd'),
      );
      expect(await everything(service, `server=${encodeURIComponent('öther')}`)).toEqual(
        expected(({ data }) => data.server_name === 'öther'),
      );
      expect(await everything(service, 'session_id=even&server=hub&type=server-delivered')).toHaveLength(2);
      expect(await everything(service, 'session_id=nobody')).toEqual([]);
    });
  });

  it('names the next page in a link that keeps the filters', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const first = await service.get('/v1/feed?limit=1&type=attempt-started&type=server-resolved');
      const link = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
      const second = await pageOf(service, link?.replace('/v1/feed', ''));
      expect(second.events.map(({ type }) => type)).toEqual(['server-resolved']);
      expect(first.headers.get('witness-position')).toBe((first.body as Page).position);
    });
  });

  it('refuses what it cannot read, and says where, without echoing it', async () => {
    await withService(async ({ get }) => {
      for (const [query, pointer] of [
        ['after=-1', '/after'],
        ['after=01', '/after'],
        ['after=1e3', '/after'],
        ['limit=0', '/limit'],
        ['limit=1001', '/limit'],
        ['type=', '/type'],
        [`session_id=${'x'.repeat(257)}`, '/session_id'],
        [Array.from({ length: 51 }, (_, n) => `server=${n}`).join('&'), '/server'],
        ['task_id=%00', '/task_id'],
      ]) {
        const answer = await get(`/v1/feed?${query}`);
        expect([query, answer.status]).toEqual([query, 422]);
        expect(answer.body).toMatchObject({ code: 'invalid', errors: [{ pointer }] });
      }
      const ahead = await get('/v1/feed?after=999999');
      expect(ahead.body).toEqual({ events: [], next_after: null, position: '0' });
    });
  });

  it('answers in the form that Accept prefers, and 406 where it has none of them', async () => {
    await withService(async ({ get }) => {
      const typeOf = async (accept: string): Promise<string | null> =>
        (await get('/v1/feed?follow=false', { accept })).headers.get('content-type');
      expect(await typeOf('*/*')).toBe('application/json; charset=utf-8');
      expect(await typeOf('application/*;q=0.5, text/html')).toBe('application/json; charset=utf-8');
      expect(await typeOf('application/json;q=0.1, text/event-stream')).toBe(
        'text/event-stream; charset=utf-8',
      );
      expect(await typeOf('application/x-ndjson')).toBe('application/x-ndjson; charset=utf-8');
      const refused = await get('/v1/feed', { accept: 'text/html, image/png' });
      expect(refused).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
      expect((await get('/v1/feed', { accept: `\u00ff;;;,,q=,${'a/b,'.repeat(500)}` })).status).toBe(406);
    });
  });

  it('is CloudEvents 1.0 as their own library reads them', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const accept = 'application/cloudevents-batch+json';
      const answer = await service.get('/v1/feed?limit=3', { accept });
      const read = HTTP.toEvent({
        headers: { 'content-type': answer.headers.get('content-type') ?? '' },
        body: JSON.stringify(answer.body),
      }) as CloudEvent<Event>[];
      const { events } = await pageOf(service, '?limit=3');
      expect(read).toHaveLength(3);
      for (const [index, event] of read.entries()) {
        expect(event.validate()).toBe(true);
        expect(event).toMatchObject({
          id: events[index]?.event_id,
          type: events[index]?.type,
          source: `/v1/attempts/${uuid(1)}`,
          subject: 'odd',
          datacontenttype: 'application/json',
          data: events[index],
        });
      }
      expect(answer.headers.get('link')).toContain('rel="next"');
      expect((await service.get(read[0]!.source)).status).toBe(200);
    });
  });

  it('shows a tenant nothing of another, whatever it asks for', async () => {
    const key = `wk_${'a'.repeat(40)}`;
    await withService(
      async (service) => {
        const { post, get, database } = service;
        const admin = { authorization: `Bearer ${key}` };
        await post('/v1/attempts', attemptBody(uuid(1)), admin);
        const other = `wk_${'b'.repeat(40)}`;
        await database.ownerPool.query(
          `insert into api_keys (tenant_id, key_id, name, hash, scopes)
           values ('other', 'k', 'k', sha256(convert_to($1, 'UTF8')), '{reports:read}')`,
          [other],
        );
        const theirs = { authorization: `Bearer ${other}` };
        expect((await get('/v1/feed', admin)).body).toMatchObject({ events: [{}, {}] });
        for (const query of ['', '?session_id=session-1', '?type=attempt-started']) {
          expect((await get(`/v1/feed${query}`, theirs)).body).toMatchObject({ events: [] });
          const lines = await get(`/v1/feed${query || '?'}&follow=false`, { ...theirs, ...ndjson });
          expect(lines.body).toBe('');
        }
        expect((await get('/v1/feed')).status).toBe(401);
        expect((await get('/v1/feed', { ...ndjson })).status).toBe(401);
      },
      { environment: { WITNESS_AUTH: 'required', WITNESS_ADMIN_KEY: key } },
    );
  });
});

describe('the feed as a stream', () => {
  it('gives what is there and then what comes, each event once', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const stream = await openStream(`${service.url}/v1/feed`, ndjson);
      await stream.until((text) => ofStream(text.slice(0, text.lastIndexOf('\n') + 1)).length >= 18);
      for (let n = 10; n < 60; n += 1) await service.post('/v1/evidence', [evidence(uuid(4), n)]);
      const text = await stream.until((all) => all.includes(uuid(59, 1)) && all.endsWith('\n'));
      expect(ofStream(text)).toEqual(await everything(service, 'limit=1000'));
      await stream.leave();
    });
  });

  it('ends after a number of events, or with the last that is there, where that is asked for', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const all = await everything(service, 'limit=1000');
      const few = await openStream(`${service.url}/v1/feed?limit=5`, ndjson);
      expect(ofStream(await few.toEnd())).toEqual(all.slice(0, 5));
      const there = await openStream(`${service.url}/v1/feed?follow=false`, ndjson);
      expect(ofStream(await there.toEnd())).toEqual(all);
      const head = await fetch(`${service.url}/v1/feed`, { method: 'HEAD', headers: ndjson });
      expect([head.status, await head.text()]).toEqual([200, '']);
    });
  });

  it('goes on after Last-Event-ID, which wins over the address', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const all = await everything(service, 'limit=1000');
      const last = all[6]!.global_position;
      const address = `${service.url}/v1/feed?after=0&follow=false`;
      const stream = await openStream(address, { ...sse, 'last-event-id': last });
      const text = await stream.toEnd();
      const blocks = text.trimEnd().split('\n\n');
      expect(blocks[0]).toMatch(/^retry: \d+$/);
      expect(blocks.slice(1)).toEqual(
        all.slice(7).map((event) => `id: ${event.global_position}\ndata: ${JSON.stringify(event)}`),
      );
      const bad = await service.get('/v1/feed', { ...sse, 'last-event-id': '-1' });
      expect(bad).toMatchObject({ status: 422, body: { errors: [{ pointer: 'Last-Event-ID' }] } });
      const ahead = await service.get('/v1/feed', { ...sse, 'last-event-id': '123456' });
      expect(ahead).toMatchObject({ status: 409, body: { code: 'position_ahead' } });
    });
  });

  it('begins with what is to come after `now`, and gives only what was asked for', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const stream = await openStream(`${service.url}/v1/feed?after=now&session_id=odd`, ndjson);
      await service.post('/v1/evidence', [evidence(uuid(2), 40), evidence(uuid(1), 41)]);
      await service.post('/v1/evidence', [evidence(uuid(4), 42), evidence(uuid(3), 43)]);
      const text = await stream.until((all) => all.includes(uuid(43, 1)) && all.endsWith('\n'));
      expect(ofStream(text).map(({ event_id }) => event_id)).toEqual([uuid(41, 1), uuid(43, 1)]);
      await stream.leave();
    });
  });

  it('ends with a whole line when the service stops', async () => {
    await withService(async (service) => {
      await tellStory(service);
      const streams = await Promise.all(
        [ndjson, sse].map((headers) => openStream(`${service.url}/v1/feed`, headers)),
      );
      await Promise.all(
        streams.map((stream) => stream.until((text) => text.split('stdin_closed').length > 4)),
      );
      const ends = streams.map((stream) => stream.toEnd());
      await service.service.close();
      for (const text of await Promise.all(ends)) expect(text).toMatch(/\n$/);
    });
  });
});
