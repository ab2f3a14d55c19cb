import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { attemptBody } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const attemptId = (n: number): string => `0197b000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

let sequence = 100;
const event = (attempt: string, type: string, data: unknown): unknown => {
  sequence += 1;
  return {
    event_id: `0197b001-0000-7000-8000-${sequence.toString(16).padStart(12, '0')}`,
    type,
    attachment_attempt_id: attempt,
    occurred_at: '2026-11-30T12:00:00Z',
    producer: { id: 'agents-test', sequence },
    witness: 'in_session_endpoint',
    data,
  };
};

const accepted = (attempt: string, client: unknown): unknown =>
  event(attempt, 'protocol-accepted', {
    server_name: 'witness',
    era: 'legacy',
    protocol_version: '2025-11-25',
    connection_id: 'c1',
    client,
  });

const called = (attempt: string, over: Record<string, unknown> = {}): unknown =>
  event(attempt, 'tool-called', {
    server_name: 'witness',
    connection_id: 'c1',
    tool_name: 'read',
    started_at: '2026-11-30T12:00:01Z',
    duration_ms: 12,
    outcome: 'ok',
    result_bytes: 321,
    round_trips: 1,
    workspace: 'here',
    ...over,
  });

interface Agents {
  readonly connected: readonly { readonly session_id: string }[];
  readonly sessions: readonly { readonly session_id: string }[];
  readonly next_cursor: string | null;
  readonly clients: readonly Readonly<Record<string, unknown>>[];
}

const open = async (service: TestService, n: number): Promise<string> => {
  const attempt = attemptId(n);
  const where = { host: `host-${n}`, pid: 40 + n, working_directory: `project-${n}` };
  const answer = await service.post('/v1/attempts', attemptBody(attempt, { session_id: `s${n}`, ...where }));
  expect(answer.status).toBe(201);
  return attempt;
};

const send = async (service: TestService, events: readonly unknown[]): Promise<string> => {
  const { status, body } = await service.post('/v1/evidence', events);
  expect([status, (body as { rejected: unknown }).rejected]).toEqual([200, []]);
  return (body as { position: string }).position;
};

const reach = (service: TestService, session: string, position: string): Promise<unknown> =>
  service.get(`/v1/sessions/${session}/report?min_position=${position}`);

describe('agents', () => {
  it('are listed with totals by client over every session, connected ones first', () =>
    withService(async (service) => {
      const [a, b, c] = [await open(service, 1), await open(service, 2), await open(service, 3)];
      await open(service, 4);
      const position = await send(service, [
        accepted(a, { name: 'one', version: '1.0' }),
        accepted(b, { name: 'one', version: '1.0' }),
        accepted(c, { name: 'two' }),
        called(a),
        called(a, { outcome: 'tool_error', error_code: 'bad' }),
        called(b),
        event(c, 'execution-ended', { reason_code: 'exited', exit_code: 0 }),
      ]);
      await reach(service, 's3', position);
      const { body } = await service.get('/v1/agents?limit=2');
      const first = body as Agents;
      expect(first.connected).toMatchObject([
        { session_id: 's4', client: null, host: 'host-4', working_directory: 'project-4' },
        { session_id: 's2', client: { name: 'one' }, host: 'host-2', working_directory: 'project-2' },
      ]);
      expect(first.clients).toEqual(
        expect.arrayContaining([
          {
            client: { name: 'one', version: '1.0' },
            sessions: 2,
            connected: 2,
            calls: 3,
            errors: 1,
            last_activity_at: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
          },
          expect.objectContaining({
            client: { name: 'two', version: null },
            sessions: 1,
            connected: 0,
            calls: 0,
          }),
          expect.objectContaining({ client: null, sessions: 1, connected: 1, calls: 0 }),
        ]),
      );
      expect(first.clients).toHaveLength(3);
      const rest = (await service.get(`/v1/agents?limit=2&cursor=${first.next_cursor}`)).body as Agents;
      expect(rest.connected.map(({ session_id }) => session_id)).toEqual(['s1']);
      expect(rest.sessions.map(({ session_id }) => session_id)).toEqual(['s3']);
      expect(rest.next_cursor).toBeNull();
    }));

  it('show the calls of a session newest first, page by page, each once, and those of earlier attempts too', () =>
    withService(async (service) => {
      const attempt = await open(service, 1);
      await send(service, [accepted(attempt, { name: 'one' })]);
      const names = Array.from({ length: 7 }, (_, n) => `tool-${n}`);
      const calls = names.map((tool_name) => called(attempt, { tool_name }));
      await send(service, calls);
      const position = await send(service, calls);
      await reach(service, 's1', position);
      const seen: string[] = [];
      for (let before = ''; ;) {
        const { status, body } = await service.get(`/v1/sessions/s1/calls?limit=3${before}`);
        expect(status).toBe(200);
        const page = body as { calls: { tool_name: string }[]; next_before: string | null };
        seen.push(...page.calls.map(({ tool_name }) => tool_name));
        if (page.next_before === null) break;
        before = `&before=${page.next_before}`;
      }
      expect(seen).toEqual(names.toReversed());
      const { body } = await service.get('/v1/sessions/s1/calls?limit=1');
      expect(body).toMatchObject({
        calls: [
          {
            attachment_attempt_id: attempt,
            server_name: 'witness',
            tool_name: 'tool-6',
            started_at: '2026-11-30T12:00:01Z',
            duration_ms: 12,
            outcome: 'ok',
            error_code: null,
            result_bytes: 321,
            connection_id: 'c1',
            workspace: 'here',
          },
        ],
      });
    }));

  it('answer what is none of the caller’s with 404, and a foreign cursor with 422', () =>
    withService(async (service) => {
      await open(service, 1);
      expect((await service.get(`/v1/sessions/${randomUUID()}/calls`)).status).toBe(404);
      expect((await service.get('/v1/sessions/s1/calls?before=eHg')).status).toBe(422);
      expect((await service.get('/v1/agents?cursor=eHg')).status).toBe(422);
    }));
});
