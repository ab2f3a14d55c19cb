import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Diagnostics } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import { withAgentRun } from '../support/agent-run.ts';
import { connectExecutor } from '../support/asked-executor.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const session = '/v1/sessions/session-1';
const word = 'quiet-walnut-harbour';
const token = '20261201';

/** As somebody tells it who does not know what is a secret. */
const accepted = (attempt: string): unknown =>
  evidence(attempt, 70, {
    type: 'protocol-accepted',
    producer: { id: 'stranger', sequence: 1 },
    witness: 'in_session_endpoint',
    data: {
      server_name: 'hub-walnut',
      era: 'modern',
      protocol_version: '2026-07-28',
      client: { name: `agent of ${word} with ${token}`, version: '1' },
    },
  });

async function tell({ post, get }: TestService, attempt: string): Promise<void> {
  const { body } = await post('/v1/evidence', [accepted(attempt)]);
  expect(body).toMatchObject({ accepted: 1 });
  await get(`${session}/report?min_position=${(body as { position: string }).position}`);
}

const both = async ({ get }: TestService): Promise<{ asJson: Diagnostics; text: string }> => ({
  asJson: (await get(`${session}/diagnostics`)).body as Diagnostics,
  text: (await get(`${session}/diagnostics`, { accept: 'text/plain' })).body as string,
});

/** The current attempt, once its executor is connected. */
async function connected({ get }: TestService): Promise<string> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { body } = await get(session);
    if ((body as { connected?: boolean }).connected === true) break;
    if (Date.now() > deadline) throw new Error('No executor was connected.');
    await pause(50);
  }
  return ((await get(`${session}/report`)).body as History).current.attachment_attempt_id;
}

describe('secrets that an executor knows, in diagnostics', () => {
  it('are struck out whoever told them, and names of servers are left', () =>
    withService((service) =>
      withAgentRun({ url: service.url, session: 'session-1', profile: {} }, async (run) => {
        const env = [
          { name: 'KEY', value: word },
          { name: 'SELF', value: 'hub-walnut' },
          { name: 'SESSION', value: 'session-1' },
          { name: 'STATE', value: 'connected' },
        ];
        const web = { type: 'http', name: 'web', url: `http://localhost/mcp?token=${token}`, headers: [] };
        const hub = { name: 'hub-walnut', command: 'node', args: [], env };
        await run.ask(0, 'initialize', { protocolVersion: 1 });
        await run.ask(1, 'session/new', { cwd: run.directory, mcpServers: [hub, web] });
        await tell(service, await connected(service));
        expect(JSON.stringify((await service.get(`${session}/report`)).body)).toContain(word);
        const { asJson, text } = await both(service);
        const told = JSON.stringify(asJson).split('agent of ').length - 1;
        expect(told).toBeGreaterThan(0);
        expect(asJson.self_check).toMatchObject({ executor: 'checked', struck_out: told });
        expect(asJson.session).toMatchObject({ session_id: 'session-1', connected: true });
        expect(JSON.stringify(asJson.attempts)).toContain('"status":"connected"');
        expect(text).toContain(
          'known secrets: looked for by the executor in what others wrote, and struck out',
        );
        for (const form of [JSON.stringify(asJson), text]) {
          for (const secret of [word, token]) expect(form).not.toContain(secret);
          expect(form).toContain('hub-walnut');
        }
      }),
    ));

  it('are not looked for where nobody knows them, which is said', () =>
    withService(async (service) => {
      const opened = attemptBody(uuid(1), { servers: ['hub-walnut'] });
      expect((await service.post('/v1/attempts', opened)).status).toBe(201);
      await tell(service, uuid(1));
      const { asJson, text } = await both(service);
      expect(asJson.self_check).toMatchObject({ executor: 'not_connected', struck_out: 0 });
      expect(text).toContain('known secrets: not looked for, as no executor is connected');
      const executor = await connectExecutor(service.url, 'executor-1', [uuid(1)]);
      try {
        for (const answer of [{ code: 'unknown_kind' }, { data: { struck: [{ at: 1_000, text: '' }] } }]) {
          const reading = service.get(`${session}/diagnostics`);
          const { id, kind } = await executor.request();
          expect(kind).toBe('secret_check');
          executor.answer(id, answer);
          expect((await reading).body).toMatchObject({ self_check: { executor: 'no_answer' } });
        }
      } finally {
        executor.socket.terminate();
      }
    }));
});
