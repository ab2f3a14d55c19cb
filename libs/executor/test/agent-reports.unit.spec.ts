import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent, EvidenceOf } from '@mcp-witness/evidence';
import { type Message, ofType, type Run, withRun } from './run.ts';

const bad = (name: string): Message => ({ name, command: 'no-such-command', args: [], env: [] });

const failure = 'No such file or directory (os error 2)';

/** As codex-acp 2.6 says it. */
const startup = (sessionId: string, server: string, change: Message = {}, text = failure): Message => ({
  method: 'session/update',
  params: {
    sessionId,
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: `mcp_startup.${server}.0197-uuid`,
      kind: 'other',
      title: `mcp__${server}__startup`,
      status: 'failed',
      content: [
        {
          type: 'content',
          content: {
            type: 'text',
            text: `[codex-acp forwarded startup error] MCP server \`${server}\` failed to start: ${text}`,
          },
        },
      ],
      ...change,
    },
  },
});

async function failures(run: Run): Promise<readonly EvidenceOf<'attachment-failed'>[]> {
  run.endInput();
  await run.exit;
  return ofType(run.service.events, 'attachment-failed');
}

const attemptsOf = (events: readonly EvidenceEvent[]): readonly string[] =>
  ofType(events, 'attempt-started').map((event) => event.attachment_attempt_id);

const say = (run: Run, id: number, message: Message): Promise<Message> =>
  run.ask(id, 'test/say', { message });

describe('what an agent says of a server that did not start', () => {
  it('is a failure of that server, in the newest attempt of its session, told as the word of the agent', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [bad('a.b'), bad('other')] });
      await run.ask(2, 'session/load', { sessionId: 'S1', mcpServers: [bad('a.b')] });
      await say(run, 3, startup('S1', 'a.b'));
      const failed = await failures(run);
      expect(failed.map(({ data, witness }) => ({ ...data, witness }))).toEqual([
        {
          server_name: 'a.b',
          reason_code: 'agent_reported',
          summary: `The agent could not start this server: ${failure}`,
          witness: 'agent',
        },
      ]);
      expect(failed[0]?.attachment_attempt_id).toBe(attemptsOf(run.service.events)[1]);
    });
  });

  it.each([
    ['in our own words where its class is known', 'connect ECONNREFUSED 127.0.0.1:1', 'Nothing listens'],
    ['without the secrets of the configuration', 'bad key k-secret-value-1', 'bad key'],
  ])('is told %s', async (_, text, expected) => {
    await withRun({}, async (run) => {
      const env = [{ name: 'KEY', value: 'k-secret-value-1' }];
      await run.ask(1, 'session/new', { mcpServers: [{ ...bad('x'), env }] });
      await say(run, 2, startup('S1', 'x', {}, text));
      const [failed] = await failures(run);
      expect(failed?.data.summary).toContain(expected);
      expect(failed?.data.summary).not.toMatch(/127\.0\.0\.1|k-secret/);
    });
  });

  it('belongs to the new session also when it comes before the answer', async () => {
    const before = { 'session/new': [startup('S1', 'x'), startup('S9', 'stranger')] };
    await withRun({ agent: { before } }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [bad('x')] });
      const failed = await failures(run);
      expect(failed.map(({ data }) => data.server_name)).toEqual(['x']);
    });
  });

  it('belongs to the attempt that resumes the session also when it comes before the answer', async () => {
    await withRun({ agent: { before: { 'session/resume': [startup('S1', 'x')] } } }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [bad('x')] });
      await run.ask(2, 'session/resume', { sessionId: 'S1', mcpServers: [bad('x')] });
      const [failed] = await failures(run);
      expect(failed?.attachment_attempt_id).toBe(attemptsOf(run.service.events)[1]);
    });
  });

  it('is no news when it comes with the history of a session that is loaded', async () => {
    await withRun({ agent: { before: { 'session/load': [startup('S1', 'x')] } } }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [bad('x')] });
      await run.ask(2, 'session/load', { sessionId: 'S1', mcpServers: [bad('x')] });
      expect(await failures(run)).toEqual([]);
    });
  });

  it('is not taken from a tool call that did not fail, from a text, or from a session that nobody opened', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [bad('x')] });
      await say(run, 2, startup('S1', 'x', { status: 'in_progress' }));
      await say(run, 3, startup('S1', 'x', { toolCallId: 'call_1', title: 'mcp_startup.x.1' }));
      await say(run, 4, startup('S1', 'x', { sessionUpdate: 'agent_message_chunk' }));
      await say(run, 5, startup('S1', 'x', { toolCallId: 'mcp_startup.x' }));
      await say(run, 6, startup('S2', 'x'));
      expect(await failures(run)).toEqual([]);
    });
  });
});

describe('an error that names a server', () => {
  const servers = [bad('hub'), bad('files')];

  it.each([
    ['data.server', { server: 'hub' }, ['hub']],
    ['data.mcpServer.name', { mcpServer: { name: 'files', command: 'x' } }, ['files']],
    ['two fields', { server: 'hub', mcpServerName: 'files' }, ['hub', 'files']],
    ['a server that the session does not have', { server: 'nobody' }, []],
    ['a text', { details: 'hub and files did not start' }, []],
    ['the list that was sent', { mcpServers: servers }, []],
    ['no object', 'hub', []],
  ])('in %s', async (_, data, named) => {
    const error = { code: -32603, message: 'hub', data };
    await withRun({ agent: { errors: { 'session/new': error } } }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: servers });
      const failed = await failures(run);
      expect(failed.flatMap((event) => event.data.server_name ?? [])).toEqual(named);
      expect(failed.filter((event) => (event.data.server_name ?? null) === null)).toHaveLength(1);
    });
  });
});
