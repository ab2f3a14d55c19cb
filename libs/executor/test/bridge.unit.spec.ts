import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent, EvidenceType } from '@mcp-witness/evidence';
import { type Endpoint, startEndpoint } from '../src/endpoint/index.ts';
import type { Fact } from '../src/journal/fact.ts';
import { ofType, type Run, until, withRun } from './run.ts';
import { sourceEnvironment } from './sources.ts';

const program = fileURLToPath(new URL('../src/bridge/main.ts', import.meta.url));
const agent = { mcpCapabilities: { http: false } };

function startBridge(address: string): ChildProcess {
  const env = { ...sourceEnvironment, WITNESS_BRIDGE_ENDPOINT: address };
  return spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function outcomeOf(bridge: ChildProcess): Promise<{ out: string; err: string; code: number | null }> {
  const [out, err] = await Promise.all([text(bridge.stdout!), text(bridge.stderr!), once(bridge, 'close')]);
  return { out, err, code: bridge.exitCode };
}

async function withEndpoint(
  use: (endpoint: Endpoint, facts: readonly Fact[]) => Promise<void>,
): Promise<void> {
  const facts: Fact[] = [];
  const endpoint = await startEndpoint({
    onEvidence: (_, fact) => facts.push(fact),
    readReport: () => Promise.resolve(null),
  });
  try {
    await use(endpoint, facts);
  } finally {
    await endpoint.close();
  }
}

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
})}\n`;

async function finish(run: Run): Promise<readonly EvidenceEvent[]> {
  run.endInput();
  await run.exit;
  return run.service.events;
}

const types = (events: readonly EvidenceEvent[], ...wanted: EvidenceType[]): readonly EvidenceEvent[] =>
  events.filter((event) => wanted.includes(event.type));

describe('the in-session server of an agent that takes no HTTP', () => {
  it.each([
    ['legacy', {}],
    ['modern', {}],
    ['legacy', { sse: true }],
  ])('is reached over stdio by a real client of the %s era %j', async (era, also) => {
    const mcpCapabilities = { ...agent.mcpCapabilities, ...also };
    await withRun({ agent: { mcpCapabilities }, environment: sourceEnvironment }, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      const { result } = await run.ask(2, 'test/use', { name: 'witness', tool: 'session_mcp_report', era });
      expect(result).toMatchObject({ tools: expect.arrayContaining(['session_mcp_report']) });
      const events = await finish(run);
      const resolved = ofType(events, 'server-resolved').map((event) => event.data);
      expect(resolved).toMatchObject([{ server_name: 'witness', source: 'built_in', transport: 'stdio' }]);
      expect(ofType(events, 'server-delivered').map((event) => event.data.transport)).toEqual(['stdio']);
      expect(ofType(events, 'protocol-accepted').map((event) => event.data)).toMatchObject([{ era }]);
      expect(ofType(events, 'tools-listed')).toHaveLength(1);
      expect(ofType(events, 'tool-called').map((event) => event.data)).toMatchObject([
        { tool_name: 'session_mcp_report', outcome: 'ok' },
      ]);
      expect(types(events, 'protocol-refused', 'attachment-failed')).toEqual([]);
      const closed = ofType(events, 'connection-closed').map((event) => event.data.reason_code);
      expect(closed).toEqual(era === 'legacy' ? ['stdin_closed'] : []);
    });
  });

  it('has no secret in the arguments of its process', async () => {
    await withRun({ agent, environment: sourceEnvironment }, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      const { result } = await run.ask(2, 'test/servers');
      const [server] = result as { args: string[]; env: { name: string; value: string }[] }[];
      expect(server?.args).toEqual([program]);
      expect(server?.env).toEqual([
        {
          name: 'WITNESS_BRIDGE_ENDPOINT',
          value: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/s\/.{43}\/mcp$/),
        },
      ]);
    });
  });

  it('stays out, with the reason, where the agent takes no stdio either', async () => {
    await withRun({ agent: { mcpCapabilities: { http: false, stdio: false } } }, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      const events = await finish(run);
      expect(ofType(events, 'server-filtered').map((event) => event.data)).toMatchObject([
        { server_name: 'witness', reason_code: 'http_unsupported' },
      ]);
      expect(ofType(events, 'server-delivered')).toEqual([]);
    });
  });
});

describe('the bridge', () => {
  it('ends when its input ends, and writes nothing but frames', async () => {
    await withEndpoint(async (endpoint, facts) => {
      const bridge = startBridge(endpoint.addAttempt('a', { server_name: 'witness' }).url);
      bridge.stdin?.write(initialize);
      const answered = new Promise<void>((resolve) =>
        bridge.stdout?.once('data', () => {
          resolve();
        }),
      );
      const outcome = outcomeOf(bridge);
      await answered;
      bridge.stdin?.end();
      const { out, err, code } = await outcome;
      expect([code, err]).toEqual([0, '']);
      expect(
        out
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { id: number }).id),
      ).toEqual([1]);
      await until('the close', () => facts.find(({ type }) => type === 'connection-closed'));
      expect(facts.map(({ type }) => type)).toEqual(['protocol-accepted', 'connection-closed']);
    });
  });

  it('ends when its attempt does, which is told as the end of the endpoint', async () => {
    await withEndpoint(async (endpoint, facts) => {
      const bridge = startBridge(endpoint.addAttempt('a', { server_name: 'witness' }).url);
      const outcome = outcomeOf(bridge);
      bridge.stdin?.write(initialize);
      await until('the acceptance', () => facts.find(({ type }) => type === 'protocol-accepted'));
      await endpoint.endAttempt('a');
      expect((await outcome).code).toBe(0);
      expect(facts.at(-1)?.data).toMatchObject({ reason_code: 'endpoint_closed' });
    });
  });

  it('is told as gone when it is killed', async () => {
    await withEndpoint(async (endpoint, facts) => {
      const bridge = startBridge(endpoint.addAttempt('a', { server_name: 'witness' }).url);
      bridge.stdin?.write(initialize);
      await until('the acceptance', () => facts.find(({ type }) => type === 'protocol-accepted'));
      bridge.kill('SIGKILL');
      const closed = await until('the close', () => facts.find(({ type }) => type === 'connection-closed'));
      // The kernel ends the connection of a killed process, or resets it when something was unread.
      expect(['stdin_closed', 'stream_closed']).toContain(
        (closed.data as { reason_code: string }).reason_code,
      );
    });
  });

  it.each([
    ['an address of no attempt', (url: string) => url.replace(/\/s\/.*/, '/s/none/mcp'), 'answered 404'],
    ['no address', () => '', 'does not say'],
    ['an endpoint that is gone', () => 'http://127.0.0.1:9/s/x/mcp', 'cannot be reached'],
  ])('ends with a sentence on stderr alone when it has %s', async (_, change, sentence) => {
    await withEndpoint(async (endpoint) => {
      const { url } = endpoint.addAttempt('a', { server_name: 'witness' });
      const { out, err, code } = await outcomeOf(startBridge(change(url)));
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(sentence);
      expect(err).not.toContain('/s/');
    });
  });

  it.each([
    ['a name of elsewhere', { host: 'evil.example' }, 403],
    ['a page of elsewhere', { origin: 'http://evil.example' }, 403],
    ['another protocol', { upgrade: 'websocket' }, 400],
  ])('has a door that lets nobody in who asks by %s', async (_, given, status) => {
    await withEndpoint(async (endpoint, facts) => {
      const { url } = endpoint.addAttempt('a', { server_name: 'witness' });
      const headers = { connection: 'upgrade', upgrade: 'mcp-stdio', ...given };
      const answered = new Promise((resolve) => {
        const asking = request(url, { headers, agent: false }).end();
        asking.on('response', ({ statusCode }) => {
          resolve(statusCode);
        });
        asking.on('upgrade', () => {
          resolve('let in');
        });
      });
      expect(await answered).toBe(status);
      expect(facts).toEqual([]);
    });
  });
});
