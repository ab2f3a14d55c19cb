import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from '@mcp-witness/evidence';
import type { Diagnostics } from '@mcp-witness/client';
import { witness } from '../../libs/cli/test/terminal.ts';
import { withAgentRun } from '../support/agent-run.ts';
import { attemptBody, evidence, resolved, uuid } from '../support/evidence.ts';
import { withService } from '../support/service.ts';

const path = '/v1/sessions/session-1/diagnostics';
const token = ['gh', 'p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');

describe('diagnostics of a session', () => {
  it('hold what helps, nothing that is private, and say what was left out', () =>
    withService(async ({ url, get, post }) => {
      const opening = attemptBody(uuid(1), {
        working_directory: 'secret-project',
        host: 'bobs-laptop',
        servers: ['hub', resolved('files', { source: 'profile' }), resolved(`with ${token}`)],
      });
      expect((await post('/v1/attempts', opening)).status).toBe(201);
      const failed = {
        type: 'attachment-failed',
        data: { server_name: 'files', reason_code: 'timeout', summary: 'Using custom headers of bob.' },
      };
      const { body: told } = await post('/v1/evidence', [evidence(uuid(1), 6), evidence(uuid(1), 7, failed)]);
      await get(`/v1/sessions/session-1/report?min_position=${(told as { position: string }).position}`);

      const { status, body, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-store');
      const { digest, ...rest } = body as Diagnostics;
      expect(digest).toBe(createHash('sha256').update(canonicalJson(rest)).digest('hex'));
      expect(rest).toMatchObject({
        version: 1,
        versions: { service: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        session: { session_id: 'session-1' },
        reasons: { timeout: 'the target did not answer in time' },
        self_check: { struck_out: expect.any(Number) },
      });
      const text = (await get(path, { accept: 'text/plain' })).body as string;
      for (const form of [JSON.stringify(body), text]) {
        for (const needed of ['hub', 'files', 'timeout', 'left', 'delivered', '2026-11-30T13:00:01'])
          expect(form).toContain(needed);
        for (const secret of [token, 'custom headers', 'secret-project', 'bobs-laptop'])
          expect(form).not.toContain(secret);
        expect(Buffer.byteLength(form)).toBeLessThan(256 * 1024);
      }
      expect(rest.self_check.struck_out).toBeLessThan(4);
      expect((await get(path, { accept: 'image/png' })).status).toBe(406);
      expect((await get(path.replace('session-1', 'other'))).status).toBe(404);

      const environment = { WITNESS_URL: url };
      const printed = await witness(['diagnostics', 'session-1'], { environment });
      expect(printed).toMatchObject({ code: 0, err: '' });
      expect(printed.out).toContain('left out: ');
      const asJson = await witness(['diagnostics', 'session-1', '--json'], { environment });
      expect(JSON.parse(asJson.out)).toMatchObject({ version: 1 });
      expect((await witness(['diagnostics', 'other'], { environment })).code).toBe(3);
    }));

  it('hold no value of a server that only its executor knows, however ordinary it looks', () => {
    const word = 'quiet-walnut-harbour';
    const hub = { name: 'hub', command: word, args: ['--key', word], env: [{ name: 'KEY', value: word }] };
    const headers = [{ name: 'X-Key', value: word }];
    const web = { type: 'http', name: 'web', url: `http://${word}.example.com/${word}`, headers };
    const told = {
      sessionUpdate: 'tool_call',
      toolCallId: 'mcp_startup.hub.1',
      status: 'failed',
      content: [{ type: 'content', content: { type: 'text', text: `hub failed to start: no ${word}` } }],
    };
    const update = { method: 'session/update', params: { sessionId: 'S1', update: told } };
    const said = `${JSON.stringify({ jsonrpc: '2.0', ...update })}\n`;
    return withService(({ url, get }) =>
      withAgentRun({ url, session: 'session-1', profile: {} }, async (run) => {
        await run.ask(0, 'initialize', { protocolVersion: 1 });
        await run.ask(1, 'session/new', { cwd: run.directory, mcpServers: [hub, web] });
        await run.ask(2, 'test/complain', { text: `the key is ${word}\n` });
        await run.ask(3, 'test/write', { base64: Buffer.from(said).toString('base64'), size: 4096 });
        const deadline = Date.now() + 60_000;
        let forms: readonly string[] = [];
        while (!forms[0]?.includes('agent_reported') && Date.now() < deadline) {
          await pause(50);
          const { body } = await get(path);
          const { body: text } = await get(path, { accept: 'text/plain' });
          forms = [JSON.stringify(body), String(text)];
        }
        for (const form of forms) {
          for (const needed of ['hub', '<invalid command>', 'web', '<invalid endpoint>', 'agent_reported'])
            expect(form).toContain(needed);
          for (const part of word.split('-')) expect(form).not.toContain(part);
        }
        expect(JSON.stringify((await get('/v1/sessions/session-1/report')).body)).not.toContain('walnut');
      }),
    );
  });

  it('are bounded however much there is', () =>
    withService(async ({ get, post }) => {
      for (const attempt of [1, 2, 3]) {
        const servers = Array.from({ length: 250 }, (_, n) => resolved(`server-${n}-${'x'.repeat(200)}`));
        await post('/v1/attempts', attemptBody(uuid(attempt, attempt), { servers }));
      }
      const { body: told } = await post('/v1/evidence', [evidence(uuid(3, 3), 300)]);
      await get(`/v1/sessions/session-1/report?min_position=${(told as { position: string }).position}`);
      for (const accept of ['application/json', 'text/plain']) {
        const { body } = await get(path, { accept });
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
        expect(text).toContain('servers after the first 64, for its size');
      }
    }));
});
