import { describe, expect, it } from '@jest/globals';
import type { EventLog } from '@mcp-witness/event-log';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

const calls = 900;

const called = {
  type: 'tool-called',
  data: {
    server_name: 'hub',
    started_at: '2026-11-30T13:00:02Z',
    duration_ms: 3,
    outcome: 'ok',
    result_bytes: 4,
    round_trips: 1,
  },
};

describe('an attempt', () => {
  it('is read as of now, and little of its stream with it, however long that is', async () => {
    let read = 0;
    const throughLog = <Log extends EventLog>(log: Log): Log => ({
      ...log,
      readStream: async (options: Parameters<EventLog['readStream']>[0]) => {
        const events = await log.readStream(options);
        read += events.length;
        return events;
      },
    });
    await withService(
      async ({ get, post }) => {
        for (const n of [1, 2]) {
          await post('/v1/attempts', attemptBody(uuid(n)));
          const events = Array.from({ length: calls }, (_, k) => evidence(uuid(n), n * 2_000 + k, called));
          const { body } = await post('/v1/evidence', events);
          expect(body).toMatchObject({ accepted: calls });
          const { position } = body as { position: string };
          await get(`/v1/sessions/session-1/report?min_position=${position}`);
        }
        read = 0;
        for (const n of [1, 2])
          expect((await get(`/v1/attempts/${uuid(n)}`)).body).toMatchObject({
            ordinal: n,
            servers: [{ name: 'hub', tool_call_count: calls }],
          });
        expect(read).toBeLessThan(20);
        await post('/v1/evidence', [evidence(uuid(2), 9_000, called)]);
        const { body } = await get(`/v1/attempts/${uuid(2)}`);
        expect(body).toMatchObject({ servers: [{ tool_call_count: calls + 1 }] });
      },
      { throughLog },
    );
  });
});
