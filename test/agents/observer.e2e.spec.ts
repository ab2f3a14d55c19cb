import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { History, Server, SessionStatus } from '@mcp-witness/evidence';
import { bothEras } from '../../libs/observer/test/support/http-servers.ts';
import { withHttp } from '../../libs/observer/test/support/listen.ts';
import { createObserver, witnessSink } from '../../libs/observer/src/index.ts';
import { type TestService, withService } from '../support/service.ts';
import { type Agent, agentNamed } from './harness/registry.mjs';
import { prompt, setStage } from './harness/stage.mjs';
import { once } from './harness/wait.ts';

const modern = agentNamed('copilot');
const legacy = agentNamed('opencode');
const profile = { version: 1, built_in_tools: false, rules: [{ match: 'tickets', tell_attempt: true }] };

/** A session of the agent, in which it calls a tool of the observed server. */
async function use(agent: Agent, service: TestService, url: string, isTold: boolean): Promise<string> {
  const sessionId = randomUUID();
  const stage = await setStage({ agent, serviceUrl: service.url, wantedTools: ['fail'] });
  try {
    const file = join(stage.temp, 'profile.json');
    await writeFile(file, JSON.stringify(profile));
    const flags = ['--session', sessionId, ...(isTold ? ['--profile', file] : [])];
    await stage.inNewProcess({ flags }, async (client) => {
      const mcpServers = [{ type: 'http', name: 'tickets', url, headers: [] }];
      const { result } = await client.request('session/new', { cwd: stage.cwd, mcpServers });
      await prompt(client, agent, result?.sessionId ?? '');
    });
  } finally {
    await stage.clear();
  }
  return sessionId;
}

/** Both agents use one observed server at once; gives their session ids. */
async function useTogether(service: TestService, isTold: boolean): Promise<readonly string[]> {
  const sinks = [witnessSink({ url: service.url })];
  const observer = createObserver({ server: 'ticket-desk', env: {}, sinks });
  let sessions: readonly string[] = [];
  await withHttp(bothEras(observer), async (url) => {
    sessions = await Promise.all([modern, legacy].map((agent) => use(agent, service, url, isTold)));
  });
  await observer.close();
  return sessions;
}

interface Agents {
  readonly connected: readonly SessionStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly clients: readonly {
    client: { name: string } | null;
    sessions: number;
    calls: number;
    errors: number;
  }[];
}

describe('one observed server that a modern and a legacy agent use at once', () => {
  it('tells their sessions apart by itself', () =>
    withService(async (service) => {
      await useTogether(service, false);
      const read = async (): Promise<Agents> => (await service.get('/v1/agents')).body as Agents;
      const clientsOf = ({ clients }: Agents): unknown[] =>
        clients
          .filter(({ client }) => /^(?:copilot|opencode)/.test(client?.name ?? ''))
          .map(({ client, calls, errors }) => [client?.name.split('-')[0], calls, errors]);
      const agents = await once(read, (seen) => clientsOf(seen).length === 2);
      expect(clientsOf(agents)).toEqual(
        expect.arrayContaining([
          ['copilot', 1, 1],
          ['opencode', 1, 1],
        ]),
      );
      const own = [...agents.connected, ...agents.sessions].filter(({ servers }) =>
        servers.some(({ source }) => source === 'observed'),
      );
      // A probe that is not answered soon enough has a modern agent begin again with the older era, in another session.
      expect([...new Set(own.map(({ client }) => client?.name.split('-')[0]))].sort()).toEqual([
        'copilot',
        'opencode',
      ]);
      expect(own.filter(({ client }) => client?.name === 'opencode')).toHaveLength(1);
    }));

  it('stands in the attempt of each, where a relay tells it the attempt', () =>
    withService(async (service) => {
      const sessions = await useTogether(service, true);
      for (const [at, session] of sessions.entries()) {
        const read = async (): Promise<History> =>
          (await service.get(`/v1/sessions/${session}/report`)).body as History;
        const isUsed = (told: History): boolean =>
          'current' in told && told.current.servers.some(({ evidence }) => evidence === 'used');
        const { current } = await once(read, isUsed);
        expect(current.servers).toMatchObject([
          {
            name: 'tickets',
            source: 'profile',
            observed: true,
            evidence: 'used',
            tool_count: 2,
            tool_call_count: 1,
            tool_error_count: 1,
          },
        ]);
        const [{ era, protocol_version, delivered_at }] = current.servers as [Server];
        expect([modern, legacy][at]?.speaks.http).toContainEqual({ era, protocol_version });
        expect(delivered_at).not.toBeNull();
      }
    }));
});
