import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { History, SessionStatus } from '@mcp-witness/evidence';
import {
  createObserver,
  type ObserveOptions,
  type Observer,
  witnessSink,
} from '../../libs/observer/src/index.ts';
import { describe, expect, it } from '@jest/globals';
import { anAttempt } from '../../libs/observer/test/support/attempt-token.ts';
import { legacyClient, modernClient } from '../../libs/observer/test/support/http-clients.ts';
import { perRequest, sessionful } from '../../libs/observer/test/support/http-servers.ts';
import { withHttp } from '../../libs/observer/test/support/listen.ts';
import { highV1 } from '../../libs/observer/test/support/servers.ts';
import { attemptBody } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

const find = { name: 'find', arguments: { id: '7' } };

const observing = ({ url }: TestService, options: ObserveOptions = {}): Observer =>
  createObserver({ server: 'tickets', env: {}, sinks: [witnessSink({ url })], ...options });

interface Agents {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly clients: readonly Readonly<Record<string, unknown>>[];
}

/** What the service says once this holds of it. */
async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (holds(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const agentsOf =
  (service: TestService): (() => Promise<Agents>) =>
  async () =>
    (await service.get('/v1/agents')).body as Agents;

const calls = ({ clients }: Agents): number => clients.reduce((sum, one) => sum + Number(one.calls), 0);

/** Totals and sessions are read one after the other. */
const bothUsed = ({ connected, sessions }: Agents): boolean =>
  [...connected, ...sessions].filter(({ counts }) => counts.active === 1).length === 2;

describe('an observed server', () => {
  it('shows each client as a session of its own: modern ones by their name, legacy ones by their session', () =>
    withService(async (service) => {
      const observer = observing(service);
      const both = (url: string): Promise<unknown> =>
        Promise.all([legacyClient(`${url}/legacy`), modernClient(`${url}/modern`)]);
      const [legacy, modern] = [sessionful(observer), perRequest(observer)];
      await withHttp(
        (req, res) => {
          (req.url?.startsWith('/legacy') === true ? legacy : modern)(req, res);
        },
        async (url) => {
          const [{ client: first }, second] = (await both(url)) as [
            Awaited<ReturnType<typeof legacyClient>>,
            Awaited<ReturnType<typeof modernClient>>,
          ];
          await first.listTools();
          await first.callTool(find);
          await first.callTool({ name: 'fail' });
          await second.listTools();
          await second.callTool(find);
          await observer.flush();
          const agents = await eventually(agentsOf(service), (seen) => calls(seen) === 3 && bothUsed(seen));
          expect(agents.clients).toEqual(
            expect.arrayContaining([
              expect.objectContaining({
                client: { name: 'legacy-agent', version: '1' },
                sessions: 1,
                calls: 2,
                errors: 1,
              }),
              expect.objectContaining({
                client: { name: 'modern-agent', version: '2' },
                sessions: 1,
                calls: 1,
                errors: 0,
              }),
            ]),
          );
          expect(agents.connected).toHaveLength(2);
          for (const { session_id, servers } of agents.connected) {
            expect(servers).toMatchObject([
              { name: 'tickets', source: 'observed', status: 'active', evidence: 'used', tool_count: 2 },
            ]);
            const report = (await service.get(`/v1/sessions/${session_id}/report`)).body as History;
            expect(report.current).toMatchObject({ entry: 'observed', findings: [] });
            expect(report.current.servers[0]?.tools?.map(({ name }) => name)).toEqual(['fail', 'find']);
          }
          await first.close();
          await second.close();
        },
      );
      await observer.close();
    }));

  it('that names no sinks tells the service of its environment, and ends its sessions with their connection or itself', () =>
    withService(async (service) => {
      const observer = createObserver({ server: 'tickets', env: { WITNESS_URL: service.url } });
      await withHttp(sessionful(observer), async (url) => {
        const { client, transport } = await legacyClient(url);
        await client.callTool(find);
        await transport.terminateSession();
        await client.close();
      });
      const [near, far] = InMemoryTransport.createLinkedPair();
      await observer.observe(highV1()).connect(far);
      const agent = new Client({ name: 'near-agent', version: '4' });
      await agent.connect(near);
      await agent.callTool(find);
      await observer.flush();
      const open = await eventually(
        agentsOf(service),
        (seen) => calls(seen) === 2 && seen.sessions.length === 1 && seen.connected.length === 1,
      );
      expect(open.sessions).toMatchObject([{ client: { name: 'legacy-agent' }, connected: false }]);
      expect(open.connected).toMatchObject([{ client: { name: 'near-agent' } }]);
      await observer.close();
      const ended = await eventually(agentsOf(service), (seen) => seen.connected.length === 0);
      expect(ended.sessions.map(({ ended_at }) => ended_at === null)).toEqual([false, false]);
      await agent.close();
    }));

  it('is told in the attempt that a relay names, under the name that it has there', () =>
    withService(async (service) => {
      const { id: attempt, token } = anAttempt('my tickets');
      const observer = observing(service);
      await withHttp(sessionful(observer), async (url) => {
        const { client } = await legacyClient(url, { 'witness-attempt': token });
        await client.listTools();
        await client.callTool(find);
        await observer.flush();
        const server = {
          server_name: 'my tickets',
          source: 'profile',
          transport: 'http',
          target: 'http://tickets.example',
          observed: true,
        };
        // The relay's own word may come later.
        const opened = await service.post(
          '/v1/attempts',
          attemptBody(attempt, { session_id: 's1', servers: [server] }),
        );
        expect(opened.status).toBe(201);
        const report = await eventually(
          async () => (await service.get('/v1/sessions/s1/report')).body as History,
          // A session that is not there yet has no report.
          (told) =>
            'current' in told && told.current.servers.some(({ tool_call_count }) => tool_call_count > 0),
        );
        expect(report.current.servers).toMatchObject([
          {
            name: 'my tickets',
            source: 'profile',
            status: 'active',
            evidence: 'used',
            tool_count: 2,
            tool_call_count: 1,
          },
        ]);
        expect(report.current.findings).toEqual([]);
        await client.close();
      });
      await observer.close();
    }));

  it('tells nothing in an attempt for a client that only read its id', () =>
    withService(async (service) => {
      const { id, token } = anAttempt('tickets');
      const opened = await service.post('/v1/attempts', attemptBody(id, { session_id: 's1', servers: [] }));
      expect(opened.status).toBe(201);
      const observer = observing(service, { log: () => undefined });
      const forged = token.replace(/[^.]+(?=\.[^.]+$)/, 'A'.repeat(22));
      await withHttp(sessionful(observer), async (url) => {
        const { client } = await legacyClient(url, { 'witness-attempt': forged });
        await client.callTool(find);
        await client.close();
      });
      await observer.close();
      const agents = await eventually(agentsOf(service), (seen) => calls(seen) === 1);
      expect(agents.clients).toMatchObject([
        { client: { name: 'legacy-agent' }, sessions: 1, calls: 1 },
        { client: null, calls: 0 },
      ]);
      const { current } = (await service.get('/v1/sessions/s1/report')).body as History;
      expect(current).toMatchObject({ attachment_attempt_id: id, servers: [], findings: [] });
    }));

  it('keeps calls of an attempt that does not exist in a session of its own', () =>
    withService(async (service) => {
      const observer = observing(service);
      const { token } = anAttempt('tickets');
      await withHttp(sessionful(observer), async (url) => {
        const { client } = await legacyClient(url, { 'witness-attempt': token });
        await client.callTool(find);
        await client.close();
      });
      await observer.close();
      const agents = await eventually(agentsOf(service), (seen) => calls(seen) === 1);
      expect(agents.clients).toMatchObject([{ client: { name: 'legacy-agent' }, calls: 1 }]);
    }));
});
