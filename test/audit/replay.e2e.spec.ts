import { describe, expect, it } from '@jest/globals';
import { type History } from '@mcp-witness/evidence';
import fc from 'fast-check';
import { asLogged } from '../support/as-logged.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withLiveSocket } from '../support/live-socket.ts';
import { type TestService, withService } from '../support/service.ts';

const session = 'session-1';
const producers = ['relay', 'endpoint', 'front'] as const;

interface Step {
  readonly what: 'open' | 'late' | 'deliver' | 'accept' | 'list' | 'call' | 'fail' | 'close' | 'end';
  readonly attempt: number;
  readonly producer: (typeof producers)[number];
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('open', 'late', 'deliver', 'accept', 'list', 'call', 'fail', 'close', 'end'),
    attempt: fc.nat(3),
    producer: fc.constantFrom(...producers),
  }),
  { minLength: 28, maxLength: 28 },
);

const server_name = 'hub';

const said = (what: Exclude<Step['what'], 'open' | 'late'>, n: number): object => {
  const connection_id = `connection-${n % 3}`;
  const tools = [{ name: `tool-${n % 2}`, description: 'Reads.', input_schema: { type: 'object' } }];
  switch (what) {
    case 'deliver':
      return { type: 'server-delivered', data: { server_name, channel: 'acp', transport: 'http' } };
    case 'accept':
      return {
        type: 'protocol-accepted',
        data: { server_name, era: 'legacy', protocol_version: '2025-11-25', connection_id },
      };
    case 'list':
      return {
        type: 'tools-listed',
        data: { server_name, connection_id, tool_count: 1, pages: 1, complete: true, tools },
      };
    case 'call':
      return {
        type: 'tool-called',
        data: {
          server_name,
          connection_id,
          tool_name: 'tool-0',
          started_at: '2026-11-30T13:00:00Z',
          duration_ms: 1,
          outcome: 'ok',
          result_bytes: 1,
          round_trips: 1,
        },
      };
    case 'fail':
      return {
        type: 'attachment-failed',
        data: { server_name, reason_code: 'connection_refused', summary: 'Refused.' },
      };
    case 'close':
      return { type: 'connection-closed', data: { server_name, connection_id, reason_code: 'stdin_closed' } };
    case 'end':
      return { type: 'execution-ended', data: { reason_code: 'exited', exit_code: 0 } };
  }
};

/** Tells a story and gives the position of each of its steps. */
async function* tell({ post }: TestService, story: readonly Step[]): AsyncGenerator<string> {
  const attempts: string[] = [];
  const first: Step = { what: 'open', attempt: 0, producer: 'relay' };
  const last: Step = { what: 'call', attempt: 0, producer: 'relay' };
  for (const [n, { what, attempt, producer }] of [first, ...story, first, last].entries()) {
    if (what === 'open' || what === 'late') {
      // A late one has an id of an earlier time than all that came before, and comes from somebody else.
      const id = uuid(n + 1, what === 'open' ? 1_000 + n : n);
      const opener = what === 'open' ? 'relay' : 'other-host';
      const body = attemptBody(id, { session_id: session, producer: { id: opener, sequence: 1 } });
      const answer = await post('/v1/attempts', body);
      attempts.unshift(id);
      yield (answer.body as { position: string }).position;
      continue;
    }
    const id = attempts[attempt % attempts.length] ?? '';
    const event = evidence(id, n + 100, {
      ...said(what, n),
      // Every second number is missing, so that there are gaps.
      producer: { id: producer, sequence: n * 2 },
    });
    const { body } = await post('/v1/evidence', [event]);
    yield (body as { position: string }).position;
  }
}

describe('a report as of a past moment', () => {
  it('equals every report that was live, by position and by time, over REST and over the live socket', () =>
    withService(async (service) => {
      const { get, url, database } = service;
      const live: History[] = [];
      const [story = []] = fc.sample(steps, { numRuns: 1, seed: 20_261_130 });
      await withLiveSocket(url, async (socket) => {
        let isSubscribed = false;
        for await (const position of tell(service, story)) {
          const { body } = await get(`/v1/sessions/${session}/report?min_position=${position}`);
          live.push(body as History);
          if (!isSubscribed) socket.subscribe(session);
          isSubscribed = true;
        }
        const last = live.at(-1)?.position;
        await socket.next(({ data }) => (data.history as History | undefined)?.position === last);
        for (const { data } of socket.seen())
          if (data.history !== undefined) live.push(data.history as History);
      });
      expect(live.length).toBeGreaterThan(40);
      for (const then of live) {
        const at = `/v1/audit/sessions/${session}/report`;
        const replayed = (await get(`${at}?at_position=${then.position}`)).body as History;
        expect(asLogged(replayed)).toEqual(asLogged(then));
        const { rows } = await database.ownerPool.query<{ at: string }>(
          `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
           from es_events where position = $1`,
          [then.position],
        );
        const byTime = (await get(`${at}?at_time=${rows[0]?.at}`)).body as History;
        expect(byTime).toEqual(replayed);
      }
      const now = (await get(`/v1/sessions/${session}/report`)).body;
      expect((await get(`/v1/audit/sessions/${session}/report?at_position=${'9'.repeat(18)}`)).body).toEqual(
        now,
      );
    }));

  it('takes one moment and no other, and knows nothing of a session before it began', () =>
    withService(async ({ get, post }) => {
      await post('/v1/attempts', attemptBody(uuid(1), { session_id: session }));
      const at = (query: string) => get(`/v1/audit/sessions/${session}/report${query}`);
      expect(await at('?at_position=0')).toMatchObject({ status: 404 });
      expect(await at('?at_time=2020-01-01T00:00:00Z')).toMatchObject({ status: 404 });
      expect(await at('?at_time=2126-01-01T00:00:00%2B02:00')).toMatchObject({ status: 200 });
      for (const query of [
        '',
        '?at_time=yesterday',
        '?at_position=-1',
        '?at_position=1&at_time=2026-01-01T00:00:00Z',
      ])
        expect(await at(query)).toMatchObject({ status: 422, body: { code: 'invalid' } });
      expect((await get('/v1/audit/sessions/nobody/report?at_position=9')).status).toBe(404);
    }));
});
