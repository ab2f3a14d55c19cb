import { describe, expect, it, jest } from '@jest/globals';
import { connectExecutor } from '../support/asked-executor.ts';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';

// The test starts a process that compiles its sources.
jest.setTimeout(180_000);

const attempt = uuid(1);

describe('a test of an endpoint that ends by a fault of the service', () => {
  it('says so in its last line, and to who runs the service in its log', () =>
    withDatabase(async (database) => {
      const running = await startServiceProcess({ DATABASE_URL: database.url });
      try {
        const { get, post } = clientOf(running.url);
        await post('/v1/attempts', attemptBody(attempt));
        const { body } = await post('/v1/evidence', [evidence(attempt, 3)]);
        const { position } = body as { position: string };
        await get(`/v1/sessions/session-1/report?min_position=${position}`);
        const executor = await connectExecutor(running.url, 'executor-1', [attempt]);
        const asked = fetch(`${running.url}/v1/sessions/session-1/servers/hub/endpoint-test`, {
          method: 'POST',
          headers: { accept: 'application/x-ndjson' },
        });
        const { id } = await executor.request();
        executor.progress(id, { stage: 'start', elapsed_ms: 0, budget_ms: 20_000, may_download: false });
        const answer = await asked;
        await database.ownerPool.query('drop table executor_requests');
        const last = (await answer.text()).trimEnd().split('\n').at(-1) ?? '';
        expect([answer.status, JSON.parse(last)]).toMatchObject([
          200,
          { problem: { status: 500, code: 'internal' } },
        ]);
        executor.breakOff();
        await running.end('SIGTERM');
        expect(running.output()).toMatch(/executor_requests.*A test failed after its first line/);
      } finally {
        await running.end('SIGKILL');
      }
    }));
});
