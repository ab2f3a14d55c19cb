import { describe, expect, it } from '@jest/globals';
import { type EvidenceEvent, type EvidenceType, parseEvent } from '@mcp-witness/evidence';
import { type Message, ofType, type Run, withRun } from './run.ts';

const http = (name: string, extra: Message = {}): Message => ({
  type: 'http',
  name,
  url: `http://127.0.0.1:4100/${name}`,
  headers: [],
  ...extra,
});
const stdio = (name: string, extra: Message = {}): Message => ({
  name,
  command: 'npx',
  args: [],
  env: [],
  ...extra,
});

async function finish(run: Run): Promise<readonly EvidenceEvent[]> {
  run.endInput();
  await run.exit;
  return run.service.events;
}

const about = (
  events: readonly EvidenceEvent[],
  name: string,
  type: EvidenceType,
): readonly EvidenceEvent[] =>
  events.filter(
    (event) => event.type === type && 'server_name' in event.data && event.data.server_name === name,
  );

const startedBy = (events: readonly EvidenceEvent[]): Map<string, string> =>
  new Map(
    ofType(events, 'attempt-started').map((event) => [event.attachment_attempt_id, event.data.session_id]),
  );

describe('evidence of session calls', () => {
  it('proves no more than delivery by a successful session/new, and leaks no configured value', async () => {
    await withRun({ session: 'sess-a', task: 'task-a' }, async (run) => {
      await run.ask(0, 'initialize', {});
      const token = ['tk_test_', 'a1B2c3D4e5F6'].join('');
      const answer = await run.ask(1, 'session/new', {
        cwd: '/home/somebody/project',
        mcpServers: [
          http('hub', { headers: [{ name: 'authorization', value: `Bearer ${token}` }] }),
          stdio('files', { args: ['-y', '@acme/files-mcp', '/srv/data'] }),
        ],
      });
      expect(answer.result).toEqual({ sessionId: 'S1' });
      const events = await finish(run);
      expect(ofType(events, 'attempt-started').map((event) => event.data)).toMatchObject([
        { session_id: 'sess-a', task_id: 'task-a', entry: 'session/new', working_directory: 'project' },
      ]);
      expect(ofType(events, 'session-accepted').map((event) => event.data)).toEqual([
        { acp_session_id: 'S1' },
      ]);
      expect(ofType(events, 'server-delivered').map((event) => event.data.server_name)).toEqual([
        'hub',
        'files',
        'witness',
      ]);
      expect(ofType(events, 'server-resolved').map((event) => event.data)).toMatchObject([
        { server_name: 'hub', source: 'profile', target: 'http://127.0.0.1:4100', observed: false },
        { server_name: 'files', source: 'profile', target: 'npx', observed: false },
        { server_name: 'witness', source: 'built_in', observed: true },
      ]);
      expect(ofType(events, 'attachment-failed')).toEqual([]);
      expect(JSON.stringify(events)).not.toMatch(/tk_test_|files-mcp|\/srv\/data|somebody|\/hub/);
    });
  });

  it('comes in the order of its producer, without a gap, and begins with the opening of the attempt', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [stdio('a')] });
      const events = await finish(run);
      expect(events[0]?.type).toBe('attempt-started');
      const relay = events.filter((event) => event.producer.id === events[0]?.producer.id);
      expect(relay.map((event) => event.producer.sequence)).toEqual(relay.map((_, index) => index + 1));
    });
  });

  it.each([
    ['says nothing of MCP', {}],
    ['refuses HTTP', { mcpCapabilities: { http: false, sse: true } }],
  ])(
    "counts a host's server as delivered though the agent %s, and hands ours over by stdio",
    async (_, agent) => {
      await withRun({ agent: { mcpCapabilities: undefined, ...agent } }, async (run) => {
        await run.ask(0, 'initialize', {});
        await run.ask(1, 'session/new', { mcpServers: [http('hub')] });
        const events = await finish(run);
        expect(ofType(events, 'server-delivered').map((event) => event.data)).toMatchObject([
          { server_name: 'hub', transport: 'http' },
          { server_name: 'witness', transport: 'stdio' },
        ]);
        expect(ofType(events, 'server-filtered')).toEqual([]);
      });
    },
  );

  it('holds no session call back for an agent that has not said yet what it takes, and hands ours over by stdio', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [http('hub')] });
      const delivered = ofType(await finish(run), 'server-delivered').map((event) => event.data);
      expect(delivered).toMatchObject([
        { server_name: 'hub', transport: 'http' },
        { server_name: 'witness', transport: 'stdio' },
      ]);
    });
  });

  it('has room for ours whatever the host names, and says that there are more than a report holds', async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      const names = Array.from({ length: 300 }, (_, index) => `server ${index}`);
      await run.ask(1, 'session/new', { mcpServers: names.map((name) => stdio(name)) });
      const resolved = ofType(await finish(run), 'server-resolved').map((event) => event.data.server_name);
      expect(resolved).toHaveLength(258);
      expect(resolved.indexOf('witness')).toBe(255);
    });
  });

  it.each([
    ['__proto__', { type: 'sse' }, 'sse'],
    ['constructor', { type: 'x'.repeat(10_000) }, 'unknown'],
    ['\u202eevil', { type: 'Bearer abc\u001b[2J' }, 'unknown'],
    ['later', { type: 'carrier-pigeon' }, 'carrier-pigeon'],
  ])('takes the hostile server %j as the service can store it', async (name, extra, transport) => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [http(name, extra)] });
      const [resolved] = about(await finish(run), name, 'server-resolved');
      expect(parseEvent(resolved)).toMatchObject({ ok: true });
      expect(resolved?.data).toMatchObject({ transport });
    });
  });

  it('opens an attempt also for a request that is nested deeper than any parser of ours goes', async () => {
    await withRun({}, async (run) => {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      const server = `{"name":"deep","command":"x","args":[],"env":${deep}}`;
      run.send(
        `{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[${server}],"_meta":${deep}}}\n`,
      );
      await run.message({ id: 1 });
      expect(about(await finish(run), 'deep', 'server-resolved')).toHaveLength(1);
      expect(run.troubles).toEqual([]);
    });
  });

  it('opens an attempt for every call, of the same session when the process belongs to one', async () => {
    await withRun({ session: 's' }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: ['a', 'b', 'c'].map((name) => stdio(name)) });
      await run.ask(2, 'session/load', { sessionId: 'S1', mcpServers: [stdio('c')] });
      await run.ask(3, 'session/new', { mcpServers: [] });
      await run.ask(4, 'session/resume', { sessionId: 'other' });
      const events = await finish(run);
      const started = ofType(events, 'attempt-started');
      expect(started.map(({ data }) => [data.session_id, data.entry])).toEqual([
        ['s', 'session/new'],
        ['s', 'session/load'],
        ['s', 'session/reset'],
        ['s', 'session/resume'],
      ]);
      expect(new Set(started.map((event) => event.attachment_attempt_id)).size).toBe(4);
      const loaded = events.filter(
        (event) => event.attachment_attempt_id === started[1]?.attachment_attempt_id,
      );
      expect(ofType(loaded, 'server-delivered').map((event) => event.data.server_name)).toEqual([
        'c',
        'witness',
      ]);
      expect(ofType(loaded, 'session-accepted')[0]?.data.acp_session_id).toBe('S1');
    });
  });

  it("makes each new session and each fork a session of its own, and lets a load join by the agent's id", async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'session/new', { mcpServers: [] });
      await run.ask(3, 'session/load', { sessionId: 'S1', mcpServers: [] });
      await run.ask(4, 'session/fork', { sessionId: 'S2' });
      await run.ask(5, 'session/load', { sessionId: 'S3', mcpServers: [] });
      await run.ask(6, 'session/load', { sessionId: 'never seen', mcpServers: [] });
      const started = ofType(await finish(run), 'attempt-started').map((event) => event.data);
      const [first, second, loaded, fork, loadedFork, stranger] = started;
      expect(new Set([first, second, fork, stranger].map((data) => data?.session_id)).size).toBe(4);
      expect(loaded?.session_id).toBe(first?.session_id);
      expect(fork).toMatchObject({ entry: 'session/fork', forked_from: second?.session_id });
      expect(loadedFork?.session_id).toBe(fork?.session_id);
    });
  });

  it('gives a fork a session of its own also when the process belongs to one', async () => {
    await withRun({ session: 's' }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'session/fork', { sessionId: 'S1', mcpServers: null });
      const fork = ofType(await finish(run), 'attempt-started')[1]?.data;
      expect(fork?.session_id).not.toBe('s');
      expect(fork?.forked_from).toBe('s');
    });
  });

  it('follows the ids that the host names for one request, over those of the process', async () => {
    await withRun({ session: 's', task: 't' }, async (run) => {
      const _meta = { 'witness/session_id': 'mine', 'witness/task_id': 'my task' };
      await run.ask(1, 'session/new', { mcpServers: [], _meta });
      await run.ask(2, 'session/new', { mcpServers: [], _meta: { 'witness/session_id': 7 } });
      const started = ofType(await finish(run), 'attempt-started').map((event) => event.data);
      expect(started).toMatchObject([
        { session_id: 'mine', task_id: 'my task' },
        { session_id: 's', task_id: 't' },
      ]);
      expect((await run.received()).includes('witness/')).toBe(false);
    });
  });

  it('keeps the request ids 7 and "7" apart, in whatever order the answers come', async () => {
    await withRun({ agent: { hold: 2, results: undefined } }, async (run) => {
      run.send({ id: 7, method: 'session/new', params: { cwd: '/x', mcpServers: [stdio('alpha')] } });
      run.send({ id: '7', method: 'session/new', params: { cwd: '/y', mcpServers: [stdio('beta')] } });
      await run.message({ id: 7 });
      const events = await finish(run);
      const sessions = startedBy(events);
      const [alpha] = about(events, 'alpha', 'server-delivered');
      const [beta] = about(events, 'beta', 'server-delivered');
      const accepted = new Map(
        ofType(events, 'session-accepted').map((event) => [
          event.attachment_attempt_id,
          event.data.acp_session_id,
        ]),
      );
      expect(accepted.get(alpha!.attachment_attempt_id)).toBe('S1');
      expect(accepted.get(beta!.attachment_attempt_id)).toBe('S2');
      expect(sessions.size).toBe(2);
    });
  });

  it('takes a null result for an acceptance, and id 0 for an id', async () => {
    await withRun({ agent: { results: { 'session/load': null } } }, async (run) => {
      await run.ask(0, 'session/load', { sessionId: 'old', mcpServers: [] });
      const events = await finish(run);
      expect(ofType(events, 'session-accepted').map((event) => event.data)).toEqual([
        { acp_session_id: 'old' },
      ]);
    });
  });

  it('tells a refused call as a failure of the session, and of a server only where a field names it', async () => {
    const error = { code: -32603, message: 'files did not start, nor did hub', data: { serverName: 'hub' } };
    await withRun({ agent: { errors: { 'session/new': error } } }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [http('hub'), stdio('files')] });
      const events = await finish(run);
      expect(ofType(events, 'attachment-failed').map((event) => event.data)).toMatchObject([
        { reason_code: 'session_new_failed' },
        { server_name: 'hub', reason_code: 'agent_reported' },
      ]);
      expect(ofType(events, 'session-accepted')).toEqual([]);
    });
  });

  it('says that the process ended when a session call was never answered', async () => {
    await withRun({ agent: { hold: 2 } }, async (run) => {
      run.send({ id: 1, method: 'session/new', params: { mcpServers: [] } });
      await run.ask(2, 'test/echo');
      run.send({ method: 'test/exit', params: { code: 9 } });
      await run.exit;
      const { events } = run.service;
      expect(ofType(events, 'attachment-failed')[0]?.data.reason_code).toBe('process_exited');
      expect(ofType(events, 'execution-ended')[0]?.data).toEqual({ reason_code: 'exited', exit_code: 9 });
    });
  });

  it('ends the execution of a session that the host closes', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'session/close', { sessionId: 'S1' });
      const ended = ofType(await finish(run), 'execution-ended');
      expect(ended.map((event) => event.data)).toEqual([{ reason_code: 'session_closed' }]);
    });
  });

  it('ends, with the session that the host closes, the attempts of that one alone', async () => {
    await withRun({ session: 's' }, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'session/new', { mcpServers: [] });
      await run.ask(3, 'session/load', { sessionId: 'S1', mcpServers: [] });
      await run.ask(4, 'session/close', { sessionId: 'S1' });
      const events = await finish(run);
      const order = ofType(events, 'attempt-started').map((event) => event.attachment_attempt_id);
      const ends = ofType(events, 'execution-ended').map((event) => [
        order.indexOf(event.attachment_attempt_id),
        event.data.reason_code,
      ]);
      expect(ends).toEqual([
        [0, 'session_closed'],
        [2, 'session_closed'],
        [1, 'exited'],
      ]);
    });
  });

  it('gives the answers of two calls that share an id to their attempts in order', async () => {
    await withRun({ agent: { hold: 1 } }, async (run) => {
      run.send({ id: 1, method: 'session/new', params: { mcpServers: [] } });
      run.send({ id: 1, method: 'session/new', params: { mcpServers: [] } });
      await run.ask(2, 'test/echo');
      const events = await finish(run);
      const order = ofType(events, 'attempt-started').map((event) => event.attachment_attempt_id);
      const accepted = ofType(events, 'session-accepted').map((event) => [
        order.indexOf(event.attachment_attempt_id),
        event.data.acp_session_id,
      ]);
      expect(accepted).toEqual([
        [0, 'S1'],
        [1, 'S2'],
      ]);
    });
  });

  it('tells of both servers that bear one name', async () => {
    await withRun({}, async (run) => {
      await run.ask(1, 'session/new', { mcpServers: [stdio('twice'), http('twice')] });
      const events = await finish(run);
      expect(about(events, 'twice', 'server-resolved').map((event) => event.data)).toMatchObject([
        { transport: 'stdio', target: 'npx' },
        { transport: 'http', duplicate_of_name: 'twice' },
      ]);
      expect(about(events, 'twice', 'server-delivered')).toHaveLength(2);
    });
  });

  it("keeps a host's server that bears our name, and ours out", async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [stdio('witness')] });
      const events = await finish(run);
      expect(about(events, 'witness', 'server-resolved').map((event) => event.data)).toMatchObject([
        { source: 'profile', target: 'npx' },
      ]);
      expect(about(events, 'witness', 'server-filtered').map((event) => event.data)).toMatchObject([
        { reason_code: 'reserved_name' },
      ]);
      expect((await run.received()).toString()).not.toContain('127.0.0.1');
    });
  });
});

describe('the in-session server', () => {
  it('is reached by a real client in the agent, and tells what it saw', async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      const { result } = await run.ask(2, 'test/use', { name: 'witness', tool: 'session_mcp_report' });
      expect(result).toMatchObject({ tools: expect.arrayContaining(['session_mcp_report']) });
      const events = await finish(run);
      expect(about(events, 'witness', 'protocol-accepted')).toHaveLength(1);
      expect(about(events, 'witness', 'tools-listed')).not.toHaveLength(0);
      expect(about(events, 'witness', 'tool-called').map((event) => event.data)).toMatchObject([
        { tool_name: 'session_mcp_report', outcome: 'ok' },
      ]);
    });
  });

  it('has an address of its own in every attempt', async () => {
    await withRun({ session: 's' }, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'session/load', { sessionId: 'S1', mcpServers: [] });
      const urls = (await run.received()).toString().match(/http:\/\/127\.0\.0\.1:\d+\/[^"]*/g);
      expect(new Set(urls).size).toBe(2);
    });
  });
});
