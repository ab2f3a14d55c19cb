import { describe, expect, it } from '@jest/globals';
import { readProfile } from '../src/profile/validate.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const line = (message: Message): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

const denying = readProfile({
  version: 1,
  servers: [{ name: 'files', type: 'stdio', command: process.execPath }],
  rules: [{ match: 'secret', deny: true }],
});
const profile = denying.ok ? denying.profile : null;

/** The bytes that the agent got from here on, once there are as many as were sent. */
async function passed(run: Run, sent: string): Promise<string> {
  const before = (await run.received()).length;
  run.send(sent);
  const length = before + Buffer.byteLength(sent);
  const bytes = await until('the bytes at the agent', async () => {
    const received = await run.received();
    return received.length >= length ? received : undefined;
  });
  return bytes.subarray(before).toString();
}

const server = { name: 'hub', type: 'stdio', command: 'x' };

describe('frames that are none of our business', () => {
  it.each<[string, Message]>([
    ['a notification about the protocol', { method: '$/cancel_request', params: { id: 1 } }],
    ['an unknown notification', { method: '$/anything', params: { mcpServers: [server] } }],
    ['an unknown method', { id: 4, method: 'session/teleport', params: { mcpServers: [server] } }],
    ['a method of an extension', { id: 'x', method: '_vendor/session/new', params: { mcpServers: [] } }],
    ['a prompt', { id: 5, method: 'session/prompt', params: { sessionId: 'S1', mcpServers: [server] } }],
    ['a cancellation', { method: 'session/cancel', params: { sessionId: 'S1' } }],
    ['a list of sessions', { id: 6, method: 'session/list', params: {} }],
    ['an answer to a request of the agent', { id: 1, result: { outcome: { outcome: 'selected' } } }],
    ['an error for a request of the agent', { id: 1, error: { code: -32601, message: 'no' } }],
    [
      'an MCP message over ACP',
      { id: 7, method: 'mcp/message', params: { serverId: 's', method: 'tools/list' } },
    ],
    ['a method of the draft', { id: 8, method: 'auth/login', params: { methodId: 'm' } }],
    ['a session call that nobody answers', { method: 'session/new', params: { mcpServers: [server] } }],
  ])('reach the agent as they came: %s', async (_, message) => {
    await withRun({ profile }, async (run) => {
      await run.ask(0, 'initialize', {});
      const sent = line(message);
      expect(await passed(run, sent)).toBe(sent);
      run.endInput();
      await run.exit;
      expect(run.service.events).toEqual([]);
    });
  });

  it.each([
    ['session/new', { cwd: '/', mcpServers: [server] }],
    ['session/new', { cwd: '/' }],
    ['session/resume', { sessionId: 'S1', cwd: '/', replayFrom: { type: 'start' } }],
    ['session/resume', { sessionId: 'S1', mcpServers: [{ type: 'acp', name: 'a', serverId: '1' }] }],
  ])('of the draft of the next version reach the agent as they came: %s %j', async (method, params) => {
    await withRun({ agent: { protocolVersion: 2 }, profile }, async (run) => {
      await run.ask(0, 'initialize', { protocolVersion: 2, capabilities: {} });
      const sent = line({ id: 1, method, params });
      expect(await passed(run, sent)).toBe(sent);
    });
  });

  it('reach the host as they came, requests of the agent with an id of the host among them', async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      run.send({ id: 7, method: 'session/new', params: { mcpServers: [] } });
      await run.message({ id: 7 });
      const request = {
        id: 7,
        method: 'session/request_permission',
        params: { sessionId: 'S1', options: [] },
      };
      await run.ask(8, 'test/say', { message: request });
      expect(run.output().toString()).toContain(line(request));
      run.endInput();
      await run.exit;
      expect(ofType(run.service.events, 'session-accepted')).toHaveLength(1);
    });
  });

  it('are not read where an agent asks with the id of a call that it has not answered', async () => {
    const request = { id: 7, method: 'fs/read_text_file', params: { sessionId: 'S1', path: '/x' } };
    await withRun({ agent: { before: { 'session/new': [request] } } }, async (run) => {
      await run.ask(7, 'session/new', { mcpServers: [] });
      run.endInput();
      await run.exit;
      expect(ofType(run.service.events, 'session-accepted')).toMatchObject([
        { data: { acp_session_id: 'S1' } },
      ]);
    });
  });
});

describe('a session call that opens nothing', () => {
  const server = (name: string): Message => ({ name, command: 'x', args: [], env: [] });
  const params = {
    cwd: '/é',
    mcpServers: [server('secret'), server('hub')],
    _meta: { 'witness/task_id': 't' },
  };
  const left = { cwd: '/é', mcpServers: [server('hub')], _meta: {} };
  const call = (id: object, given: Message): Message => ({ ...id, method: 'session/new', params: given });
  const asked = { id: 3, method: 'session/prompt', params };

  it.each<[string, unknown, unknown]>([
    ['a notification', call({}, params), call({}, left)],
    ['one with id null', call({ id: null }, params), call({ id: null }, left)],
    ['one with an id that is none', call({ id: {} }, params), call({ id: {} }, left)],
    [
      'several in one line',
      [call({ id: 1 }, params), asked, 7, call({ id: 2 }, params)],
      [call({ id: 1 }, left), asked, 7, call({ id: 2 }, left)],
    ],
  ])('is rid of what a rule denies all the same: %s', async (_, sent, expected) => {
    await withRun({ profile }, async (run) => {
      await run.ask(0, 'initialize', {});
      const before = (await run.received()).length;
      run.send(`${JSON.stringify(sent)}\n`);
      await run.ask('after', 'test/echo', {});
      const [got = ''] = (await run.received()).subarray(before).toString().split('\n');
      expect(got).toBe(JSON.stringify(expected));
      run.endInput();
      await run.exit;
      expect(run.service.events).toEqual([]);
    });
  });

  it('reaches the agent as it came, in whatever array, where no profile says otherwise', async () => {
    await withRun({}, async (run) => {
      await run.ask(0, 'initialize', {});
      const sent = ` [ ${JSON.stringify(call({ id: 1 }, left))} , [] ]\n`;
      expect(await passed(run, sent)).toBe(sent);
    });
  });
});

describe('session calls that need no list', () => {
  it.each(['session/resume', 'session/fork'])(
    'get one by %s, with what is added and nothing else',
    async (method) => {
      await withRun({ profile }, async (run) => {
        await run.ask(0, 'initialize', {});
        const before = (await run.received()).length;
        await run.ask(1, method, { sessionId: 'S1' });
        const received = (await run.received()).subarray(before).toString();
        const { params } = JSON.parse(received) as { params: { mcpServers: Message[] } };
        expect(params.mcpServers.map(({ name }) => name)).toEqual(['files', 'witness']);
        const list = `"mcpServers":${JSON.stringify(params.mcpServers)},`;
        expect(received.replace(list, '')).toBe(line({ id: 1, method, params: { sessionId: 'S1' } }));
        const events = await until('the answer', () =>
          ofType(run.service.events, 'session-accepted').length > 0 ? run.service.events : undefined,
        );
        expect(ofType(events, 'server-delivered').map(({ data }) => data.server_name)).toEqual([
          'files',
          'witness',
        ]);
      });
    },
  );
});
