import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { describeFaults, readSettings, type RunningService, startService } from '../../src/service.ts';
import { type AskedExecutor, connectExecutor } from '../support/asked-executor.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type Answer, type TestService, withService } from '../support/service.ts';

const attempt = uuid(1);
const test = '/v1/sessions/session-1/servers/hub/endpoint-test';
const output = '/v1/sessions/session-1/recent-output';

const result = {
  tested_at: '2026-11-30T13:05:00.000Z',
  reachable: true,
  succeeded: true,
  stage: null,
  reason_code: null,
  warnings: [],
  summary: null,
  duration_ms: 12,
  budget_ms: 20_000,
  protocol_version: '2025-11-25',
  tool_count: 3,
  noise_lines: 4,
};

const open = async (service: TestService): Promise<void> => {
  await service.post('/v1/attempts', attemptBody(attempt));
  const { body } = await service.post('/v1/evidence', [evidence(attempt, 3)]);
  await service.get(`/v1/sessions/session-1/report?min_position=${(body as { position: string }).position}`);
};

const withExecutor = async (url: string, use: (executor: AskedExecutor) => Promise<void>): Promise<void> => {
  const executor = await connectExecutor(url, 'executor-1', [attempt]);
  try {
    await use(executor);
  } finally {
    executor.breakOff();
  }
};

const withSecond = async (
  { database }: TestService,
  use: (second: RunningService) => Promise<void>,
): Promise<void> => {
  const read = readSettings({
    DATABASE_URL: database.url,
    WITNESS_PORT: '0',
    WITNESS_LOG_LEVEL: 'silent',
  });
  if (!read.ok) throw new Error(describeFaults(read.faults));
  const second = await startService(read.settings);
  try {
    await use(second);
  } finally {
    await second.close();
  }
};

const rowsOf = async ({ database }: TestService): Promise<number> => {
  const { rows } = await database.ownerPool.query<{ count: number }>(
    'select count(*)::integer as count from executor_requests',
  );
  return rows[0]?.count ?? -1;
};

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(20);
  }
};

describe('a request to the executor of a session', () => {
  it('reaches it, and brings its answer, through the process that does not hold its socket', () =>
    withService(async (service) => {
      await open(service);
      await withSecond(service, async (second) => {
        await withExecutor(second.url, async (executor) => {
          const asked = service.post(test, {});
          const { id, kind, data, deadline_ms } = await executor.request();
          expect({ kind, data }).toEqual({
            kind: 'endpoint_test',
            data: { attachment_attempt_id: attempt, server_name: 'hub' },
          });
          expect(deadline_ms).toBeLessThanOrEqual(60_000);
          executor.answer(id, { data: result });
          const { status, body } = await asked;
          expect({ status, body }).toEqual({
            status: 200,
            body: {
              session_id: 'session-1',
              attachment_attempt_id: attempt,
              server_name: 'hub',
              ...result,
            },
          });
          expect(await rowsOf(service)).toBe(0);
        });
      });
    }));

  it('tells how far it is, line by line, through the process that does not hold its socket', () =>
    withService(async (service) => {
      await open(service);
      await withSecond(service, async (second) => {
        await withExecutor(second.url, async (executor) => {
          const lines = { method: 'POST', headers: { accept: 'application/x-ndjson' } };
          const begun = { stage: 'start', elapsed_ms: 0, budget_ms: 50_000, may_download: true };
          const asked = fetch(`${service.url}${test}`, lines);
          const { id } = await executor.request();
          executor.progress(id, { ...begun, text: 'of others' });
          executor.progress(id, { stage: 'No stage', elapsed_ms: 0, budget_ms: 0 });
          executor.progress(id, { ...begun, stage: 'x'.repeat(600) });
          const answer = await asked;
          const headers = ['content-type', 'cache-control', 'x-accel-buffering'];
          expect([answer.status, ...headers.map((name) => answer.headers.get(name))]).toEqual([
            200,
            'application/x-ndjson; charset=utf-8',
            'no-store',
            'no',
          ]);
          executor.answer(id, { data: result });
          const told = (await answer.text()).trimEnd().split('\n');
          expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
            { progress: begun },
            {
              result: {
                session_id: 'session-1',
                attachment_attempt_id: attempt,
                server_name: 'hub',
                ...result,
              },
            },
          ]);

          const refused = fetch(`${service.url}${test}`, lines);
          executor.answer((await executor.request()).id, { code: 'not_effective' });
          expect((await refused).status).toBe(404);
          const late = fetch(`${service.url}${test}`, lines);
          const next = await executor.request();
          executor.progress(next.id, begun);
          await late;
          executor.answer(next.id, { code: 'not_effective' });
          const end = (await (await late).text()).trimEnd().split('\n').at(-1) ?? '';
          expect(JSON.parse(end)).toMatchObject({ problem: { status: 404, code: 'not_found' } });
        });
      });
    }));

  it('is said again over a connection that comes later, to another process, and answered there', () =>
    withService(async (service) => {
      await open(service);
      await withSecond(service, async (second) => {
        let asked: Promise<Answer> | null = null;
        let id = '';
        await withExecutor(second.url, async (executor) => {
          asked = service.post(test, {});
          ({ id } = await executor.request());
        });
        await withExecutor(service.url, async (executor) => {
          expect((await executor.request()).id).toBe(id);
          executor.answer(id, { data: result });
          expect((await asked)?.status).toBe(200);
        });
      });
    }));

  it('is taken back when nobody waits for it any more', () =>
    withService(async (service) => {
      await open(service);
      await withExecutor(service.url, async (executor) => {
        const leaving = new AbortController();
        const asked = fetch(`${service.url}${test}`, { method: 'POST', signal: leaving.signal });
        const { id } = await executor.request();
        leaving.abort();
        await asked.catch(() => undefined);
        await until(() => executor.cancelled.includes(id));
        expect(await rowsOf(service)).toBe(0);
      });
    }));

  it('takes nothing from the caller, and is refused where there is nothing to ask', () =>
    withService(async (service) => {
      const codeOf = async (answer: Promise<Answer>): Promise<unknown> => {
        const { status, body } = await answer;
        return [status, (body as { code: string }).code];
      };
      await open(service);
      for (const body of [{ url: 'http://169.254.169.254/' }, { command: 'sh' }, [], [1], 'null', '1'])
        expect(await codeOf(service.post(test, body))).toEqual([422, 'invalid']);
      expect(await codeOf(service.post(test.replace('hub', 'gone'), {}))).toEqual([404, 'not_found']);
      expect(await codeOf(service.post(test.replace('session-1', 's'), {}))).toEqual([404, 'not_found']);
      expect(await codeOf(service.post(test, {}))).toEqual([409, 'executor_unreachable']);
      expect(await codeOf(service.post(test, ''))).toEqual([409, 'executor_unreachable']);
      expect(await codeOf(service.get(output))).toEqual([409, 'executor_unreachable']);
      await withExecutor(service.url, async (executor) => {
        for (const [code, status, problem] of [
          ['not_effective', 404, 'not_found'],
          ['busy', 503, 'unavailable'],
          ['unknown_kind', 409, 'executor_unreachable'],
        ] as const) {
          const asked = codeOf(service.post(test, {}));
          executor.answer((await executor.request()).id, { code });
          expect(await asked).toEqual([status, problem]);
        }
        const asked = codeOf(service.post(test, {}));
        executor.answer((await executor.request()).id, { data: { reachable: 'yes' } });
        expect(await asked).toEqual([409, 'executor_unreachable']);
      });
      await service.post('/v1/evidence', [
        evidence(attempt, 9, { type: 'execution-ended', data: { reason_code: 'exited' } }),
      ]);
      await until(async () => (await codeOf(service.get(output)))?.toString() === '409,execution_ended');
      expect(await codeOf(service.post(test, {}))).toEqual([409, 'executor_unreachable']);
    }));

  it('brings recent output as sensitive, redacted again and bounded, and only the access log tells of it', () =>
    withService(async (service) => {
      await open(service);
      const secret = ['gh', 'p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
      const line = { at: '2026-11-30T13:05:00Z', stream: 'stderr' };
      await withExecutor(service.url, async (executor) => {
        const asked = service.get(output);
        const { id, kind } = await executor.request();
        expect(kind).toBe('recent_output');
        const lines = [...Array.from({ length: 60 }, (_, n) => ({ ...line, text: `line ${n}` }))];
        executor.answer(id, {
          data: {
            omitted: 4,
            lines: [...lines, { ...line, stream: 'stdout', text: `key ${secret} is old` }],
          },
        });
        const { status, headers, body } = await asked;
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(body).toMatchObject({ session_id: 'session-1', sensitive: true, omitted: 15 });
        const told = (body as { lines: { stream: string; text: string }[] }).lines;
        expect(told).toHaveLength(50);
        expect(told.at(-1)).toMatchObject({ stream: 'stdout', text: 'key [redacted] is old' });
        const long = service.get(output);
        executor.answer((await executor.request()).id, {
          data: {
            omitted: 0,
            lines: Array.from({ length: 12 }, () => ({ ...line, text: 'é'.repeat(2_000) })),
          },
        });
        expect((await long).body).toMatchObject({ lines: { length: 4 }, omitted: 8 });
      });
      for (const accept of ['application/json', 'text/plain']) {
        const copied = await service.get('/v1/sessions/session-1/diagnostics', { accept });
        expect(copied.status).toBe(200);
        expect(JSON.stringify(copied.body)).not.toMatch(/line 1|is old|ééé/);
      }
      const { body } = await service.get('/v1/admin/access-log');
      const entries = (body as { entries: { action: string; object: string }[] }).entries;
      expect(entries.map(({ action }) => action)).toEqual(['output.read', 'output.read']);
      expect(entries[0]?.object).not.toContain('session-1');
    }));
});
