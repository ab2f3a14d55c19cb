import { describe, expect, it } from '@jest/globals';
import type { History, Server, SessionStatus } from '@mcp-witness/evidence';
import { attemptBody, evidence, resolved, uuid } from '../support/evidence.ts';
import { type Answer, type TestService, withService } from '../support/service.ts';

const positionOf = ({ body }: Answer): string => (body as { position: string }).position;

const open = async ({ post }: TestService, n: number, over: Record<string, unknown> = {}): Promise<string> =>
  positionOf(await post('/v1/attempts', attemptBody(uuid(n), over)));

const say = async (
  { post }: TestService,
  [n, at]: readonly [attempt: number, event: number],
  type: string,
  data: object,
): Promise<string> => positionOf(await post('/v1/evidence', [evidence(uuid(n), at, { type, data })]));

const accepted = {
  server_name: 'hub',
  era: 'legacy',
  protocol_version: '2025-11-25',
  connection_id: 'c',
  client: { name: 'agent' },
};

const tools = [
  { name: 'write', description: 'Writes.', input_schema: { type: 'object' }, estimated_tokens: 9 },
  { name: 'read', description: 'Reads.', input_schema: { type: 'object' }, estimated_tokens: 7 },
];

const listed = { server_name: 'hub', connection_id: 'c', tool_count: 2, pages: 1, complete: true, tools };

const until = async (service: TestService, session: string, position: string): Promise<void> => {
  await service.get(`/v1/sessions/${encodeURIComponent(session)}/report?min_position=${position}`);
};

describe('a report', () => {
  it('shows what was written once its position is asked for', async () => {
    await withService(async (service) => {
      await open(service, 1, { session_id: 's' });
      const position = positionOf(await service.post('/v1/evidence', [evidence(uuid(1), 11)]));
      const { status, body, headers } = await service.get(`/v1/sessions/s/report?min_position=${position}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ version: 1, session_id: 's', previous: [], position });
      expect((body as History).current).toMatchObject({ attachment_attempt_id: uuid(1), ordinal: 1 });
      expect(headers.get('witness-position')).toBe(position);
    });
  });

  it('comes with tools for the current attempt only, by name, and not again to who has it', async () => {
    await withService(async (service) => {
      await open(service, 1, { session_id: 's' });
      await say(service, [1, 11], 'protocol-accepted', accepted);
      const position = await say(service, [1, 12], 'tools-listed', listed);
      const first = await service.get(`/v1/sessions/s/report?min_position=${position}`);
      const server = (first.body as History).current.servers[0];
      expect(server).toMatchObject({ status: 'active', evidence: 'tools_loaded', tool_count: 2 });
      expect(server?.tools?.map(({ name }) => name)).toEqual(['read', 'write']);
      const etag = first.headers.get('etag') ?? '';
      expect(await service.get('/v1/sessions/s/report', { 'if-none-match': etag })).toMatchObject({
        status: 304,
        body: '',
      });
      const next = await open(service, 2, { session_id: 's' });
      const path = `/v1/sessions/s/report?min_position=${next}`;
      const second = await service.get(path, { 'if-none-match': etag });
      const { current, previous } = second.body as History;
      expect(second.status).toBe(200);
      expect(current).toMatchObject({ attachment_attempt_id: uuid(2), ordinal: 2 });
      expect(previous[0]?.servers[0]).toMatchObject({
        tool_count: 2,
        tools: null,
        tool_catalog_digest: server?.tool_catalog_digest,
      });
    });
  });

  it('tells by name what changed in a list while both are kept, and so does a replay', async () => {
    await withService(async (service) => {
      const [write] = tools;
      const other = { name: 'search', description: 'Finds.', input_schema: { type: 'object' } };
      let position = '';
      for (const [index, served] of [tools, [write, other]].entries()) {
        await open(service, index + 1, { session_id: 's' });
        position = await say(service, [index + 1, 11], 'tools-listed', { ...listed, tools: served });
      }
      const { body } = await service.get(`/v1/sessions/s/report?min_position=${position}`);
      expect((body as History).current.findings).toMatchObject([
        { code: 'catalog_changed', summary: expect.stringMatching(/now 2\. New: search\. Gone: read\.$/) },
      ]);
      const replayed = await service.get(`/v1/audit/sessions/s/report?at_position=${position}`);
      expect(replayed.body).toEqual(body);
    });
  });

  it('has the estimates of whoever could make them, whoever listed the same tools before or after', async () => {
    const bare = tools.map(({ name, description, input_schema }) => ({ name, description, input_schema }));
    await withService(async (service) => {
      for (const [n, served] of [bare, tools, bare].entries()) {
        await open(service, n + 1, { session_id: `s${n}` });
        const position = await say(service, [n + 1, 11], 'tools-listed', { ...listed, tools: served });
        await until(service, `s${n}`, position);
      }
      for (const session of ['s0', 's1', 's2']) {
        const { body } = await service.get(`/v1/sessions/${session}/report`);
        const shown = (body as History).current.servers[0]?.tools;
        expect(shown?.map(({ estimated_tokens }) => estimated_tokens)).toEqual([7, 9]);
      }
    });
  });

  it('is the same for everyone who waits for a position that nobody has written', async () => {
    await withService(async (service) => {
      const position = await open(service, 1, { session_id: 's' });
      const { status, headers } = await service.get('/v1/sessions/s/report?min_position=999999999');
      expect(status).toBe(200);
      expect(headers.get('witness-position')).toBe(position);
    });
  });

  it('is refused for a position that is none', async () => {
    await withService(async ({ get }) => {
      for (const position of ['01', '-1', '1.5', 'x', '', '1'.repeat(40)]) {
        expect(await get(`/v1/sessions/s/report?min_position=${position}`)).toMatchObject({
          status: 422,
          body: { code: 'invalid', errors: [{ pointer: '/min_position' }] },
        });
      }
    });
  });
});

describe('names in paths', () => {
  it('lead to servers and sessions of any name', async () => {
    const names = ['a/b', '50%', '__proto__', 'é 😀', '..%2F', 'constructor', '?q#f', ' a '];
    await withService(async (service) => {
      const { get } = service;
      for (const [index, name] of names.entries()) {
        const session = `s ${name}`;
        const servers = [resolved(name), resolved('other')];
        await until(service, session, await open(service, index + 1, { session_id: session, servers }));
        const path = `/v1/sessions/${encodeURIComponent(session)}/servers/${encodeURIComponent(name)}`;
        const server = await get(path);
        expect(server).toMatchObject({ status: 200, body: { name, status: 'configured' } });
        expect(server.body).not.toHaveProperty('tools');
        const toolless = { name, tools: null, tool_count: null };
        expect(await get(`${path}/tools`)).toMatchObject({ status: 200, body: toolless });
      }
    });
  });

  it('of nothing that is there are 404', async () => {
    await withService(async (service) => {
      const { get } = service;
      await until(service, 's', await open(service, 1, { session_id: 's' }));
      for (const path of [
        't',
        't/report',
        't/attempts',
        '%00/attempts',
        't/servers/hub',
        's/servers/no',
        's/servers/no/tools',
        '%00',
        '%00/report',
        's%00',
      ]) {
        expect(await get(`/v1/sessions/${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      for (const path of [uuid(9), `${uuid(9)}/events`, '%00', '%00/events']) {
        expect(await get(`/v1/attempts/${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    });
  });
});

interface SessionList {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly next_cursor: string | null;
}

const walk = async ({ get }: TestService, query: string): Promise<SessionList[]> => {
  const pages: SessionList[] = [];
  let path: string | undefined = `/v1/sessions?${query}`;
  while (path !== undefined) {
    const { body, headers } = await get(path);
    pages.push(body as SessionList);
    path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    expect(path === undefined).toBe((body as SessionList).next_cursor === null);
  }
  return pages;
};

const idsOf = (pages: readonly SessionList[]): string[] =>
  pages.flatMap(({ connected, sessions }) => [...connected, ...sessions].map(({ session_id }) => session_id));

describe('the list of sessions', () => {
  it('gives every session once, those that are connected before the others, whatever the page size', async () => {
    await withService(async (service) => {
      for (let n = 1; n <= 7; n += 1)
        await open(service, n, { session_id: `s${n}`, task_id: n % 2 ? 'odd' : 'even' });
      let position = '';
      for (const n of [2, 3, 6])
        position = await say(service, [n, 50], 'execution-ended', { reason_code: 'exited' });
      await until(service, 's6', position);
      for (const limit of [1, 2, 3, 50]) {
        expect(idsOf(await walk(service, `limit=${limit}`))).toEqual([
          's7',
          's5',
          's4',
          's1',
          's6',
          's3',
          's2',
        ]);
      }
      const [whole] = await walk(service, '');
      expect(whole?.connected.map(({ session_id }) => session_id)).toEqual(['s7', 's5', 's4', 's1']);
      expect(JSON.stringify(whole)).not.toContain('connections');
      expect(idsOf(await walk(service, 'task_id=even&limit=1'))).toEqual(['s4', 's6', 's2']);
      expect(idsOf(await walk(service, 'q=S3'))).toEqual(['s3']);
      expect(idsOf(await walk(service, 'status=failed'))).toEqual([]);
      expect(idsOf(await walk(service, 'agent_id=nobody'))).toEqual([]);
    });
  });

  it('gives a session once also when it ends while the list is walked', async () => {
    await withService(async (service) => {
      for (let n = 1; n <= 4; n += 1)
        await until(service, `s${n}`, await open(service, n, { session_id: `s${n}` }));
      const first = (await service.get('/v1/sessions?limit=2')).body as SessionList;
      await until(service, 's4', await say(service, [4, 50], 'execution-ended', { reason_code: 'exited' }));
      await until(service, 's1', await say(service, [1, 50], 'execution-ended', { reason_code: 'exited' }));
      await until(service, 's5', await open(service, 5, { session_id: 's5' }));
      const others = await walk(service, `limit=2&cursor=${first.next_cursor ?? ''}`);
      expect(idsOf([first, ...others])).toEqual(['s4', 's3', 's2', 's1']);
    });
  });

  it('is refused for what is none of its parameters, without repeating it', async () => {
    await withService(async ({ get }) => {
      for (const [query, pointer] of [
        ['limit=0', '/limit'],
        ['limit=201', '/limit'],
        ['limit=2&limit=3', '/limit'],
        ['status=green', '/status'],
        ['q=', '/q'],
        ['task_id=%00', '/task_id'],
        ['cursor=no', '/cursor'],
        ['cursor=Yy4xLi4u', '/cursor'],
      ] as const) {
        const { status, body } = await get(`/v1/sessions?${query}`);
        expect(status).toBe(422);
        expect(body).toMatchObject({ code: 'invalid', errors: [{ pointer }] });
        expect(JSON.stringify(body)).not.toContain('green');
      }
    });
  });

  it('of a task holds the reports without tools', async () => {
    await withService(async (service) => {
      await open(service, 1, { session_id: 's', task_id: 'a/b' });
      await say(service, [1, 11], 'protocol-accepted', accepted);
      await until(service, 's', await say(service, [1, 12], 'tools-listed', listed));
      const { body } = await service.get('/v1/tasks/a%2Fb/sessions');
      expect(body).toMatchObject({
        sessions: [
          {
            session_id: 's',
            connected: true,
            metadata: { mcp_attachment_state: { version: 1, session_id: 's' } },
          },
        ],
      });
      expect(JSON.stringify(body)).not.toContain('"tools"');
      expect((await service.get('/v1/tasks/none/sessions')).body).toEqual({
        sessions: [],
        next_cursor: null,
      });
    });
  });
});

describe('a recorded attempt', () => {
  it('can be read by its id however long it is superseded, and its events page by page', async () => {
    await withService(async (service) => {
      const { get } = service;
      for (let n = 1; n <= 6; n += 1) await open(service, n, { session_id: 's' });
      const position = await say(service, [1, 11], 'server-delivered', {
        server_name: 'hub',
        channel: 'acp',
        transport: 'http',
      });
      await until(service, 's', position);
      expect((await get(`/v1/attempts/${uuid(1)}`)).body).toMatchObject({
        ordinal: 1,
        superseded_by: uuid(2),
        servers: [{ name: 'hub', status: 'delivered' }],
      });
      expect((await get(`/v1/attempts/${uuid(6)}`)).body).toMatchObject({ ordinal: 6, superseded_by: null });
      const report = (await get('/v1/sessions/s/report')).body as History;
      const third = (await get(`/v1/attempts/${uuid(5)}`)).body as { servers: readonly Server[] };
      expect(third).toEqual({ ...report.previous[0], servers: third.servers });
      const first = (await get(`/v1/attempts/${uuid(1)}/events?limit=2`)).body as {
        events: { stream_position: number }[];
        next_after: number;
      };
      expect(first.events.map(({ stream_position }) => stream_position)).toEqual([0, 1]);
      const rest = (await get(`/v1/attempts/${uuid(1)}/events?after=${first.next_after}`))
        .body as typeof first;
      expect(rest.events.map(({ stream_position }) => stream_position)).toEqual([2, 3]);
      expect(rest.next_after).toBeNull();
      expect((await get(`/v1/attempts/${uuid(1)}/events?after=3`)).body).toEqual({
        events: [],
        next_after: null,
      });
      expect(await get(`/v1/attempts/${uuid(1)}/events?after=-1`)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/after' }] },
      });
    });
  });
});

describe('the attempts of a session', () => {
  it('are all told in their order, any part of them, and none of another session', async () => {
    await withService(async (service) => {
      const { get } = service;
      await open(service, 9, { session_id: 'other' });
      for (let n = 1; n <= 6; n += 1) await open(service, n, { session_id: 's/1' });
      const list = async (query: string): Promise<unknown> =>
        (await get(`/v1/sessions/s%2F1/attempts${query}`)).body;
      const told = (...ordinals: readonly number[]): object[] =>
        ordinals.map((ordinal) => ({ attachment_attempt_id: uuid(ordinal), ordinal }));
      expect(await list('')).toMatchObject({ attempts: told(1, 2, 3, 4, 5, 6), next_after: null });
      expect(await list('?limit=2')).toMatchObject({ attempts: told(1, 2), next_after: 2 });
      expect(await list('?after=3&limit=2')).toMatchObject({ attempts: told(4, 5), next_after: 5 });
      expect(await list('?after=4&limit=2')).toMatchObject({ attempts: told(5, 6), next_after: null });
      expect(await list('?after=6')).toEqual({ attempts: [], next_after: null });
      for (const [query, pointer] of [
        ['after=-1', '/after'],
        ['limit=0', '/limit'],
        ['limit=1001', '/limit'],
      ] as const) {
        expect(await get(`/v1/sessions/s%2F1/attempts?${query}`)).toMatchObject({
          status: 422,
          body: { errors: [{ pointer }] },
        });
      }
    });
  });

  it('have each the ordinal that its session gave it, however many are opened at once', async () => {
    await withService(async (service) => {
      const numbers = Array.from({ length: 8 }, (_, n) => n + 1);
      const opened = await Promise.all(
        numbers.map((n) => service.post('/v1/attempts', attemptBody(uuid(n), { session_id: 's' }))),
      );
      const ordinals = opened.map(({ body }) => (body as { ordinal: number }).ordinal);
      const { body } = await service.get('/v1/sessions/s/attempts');
      const { attempts } = body as {
        attempts: readonly { attachment_attempt_id: string; ordinal: number }[];
      };
      expect(attempts.map(({ ordinal }) => ordinal)).toEqual(numbers);
      const told = new Map(attempts.map((one) => [one.attachment_attempt_id, one.ordinal]));
      expect(numbers.map((n) => told.get(uuid(n)))).toEqual(ordinals);
    });
  });
});
