import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { startSentinels } from '../../src/probe/sentinels.ts';
import { withListener } from '../fronts/support/listen.ts';
import { notesServers } from '../fronts/support/notes-http.ts';
import { withScene } from '../passthrough/scene.ts';
import { profile } from '../profiled-run.ts';
import { type Message, type Run, withRun } from '../run.ts';
import { sourceEnvironment } from '../sources.ts';
import { heardAt, statuses } from './foreign.ts';
import { listenersBelow, withListeners } from './listeners.ts';

const notes = fileURLToPath(new URL('../fronts/support/notes-server.mjs', import.meta.url));
const program = {
  name: 'files',
  type: 'stdio',
  command: process.execPath,
  args: [notes, '1'],
  observed: true,
};

const portsIn = (text: string): string[] =>
  [...text.matchAll(/http:\/\/127\.0\.0\.1:(\d+)|"(\d+)\.[\w-]{43}"/g)].map(
    ([, port, own]) => `127.0.0.1:${port ?? own}`,
  );

const sorted = (...addresses: string[]): string[] => [...new Set(addresses)].sort();

const hostOf = (url: string): string => new URL(url).host;

const refused = { foreign: [403], own: 200 };

/** The server of that name over HTTP, with how often it was asked. */
async function withServer(
  name: string,
  use: (server: { readonly url: string; asked: number }) => Promise<void>,
): Promise<void> {
  const { path, listener } = notesServers[name]!();
  const server = { url: '', asked: 0 };
  const counting: RequestListener = (req, res) => {
    server.asked += 1;
    listener(req, res);
  };
  await withListener(counting, async (origin) => {
    server.url = `${origin}${path}`;
    await use(server);
  });
}

type Given = Parameters<typeof withRun>[0];

/** A session of an agent that stays connected to one server: what it was given. */
async function withKept(
  given: Given,
  name: string,
  use: (run: Run, wire: Message[]) => Promise<void>,
): Promise<void> {
  await withRun(given, async (run) => {
    try {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [] });
      await run.ask(2, 'test/keep', { name });
      await use(run, (await run.ask(3, 'test/servers')).result as Message[]);
    } finally {
      run.send({ method: 'test/exit', params: { code: 0 } });
    }
  });
}

/** Who listens is read from /proc, which Linux alone has. */
const describeHere = process.platform === 'linux' ? describe : describe.skip;

describeHere('what listens', () => {
  it('for a relayed agent is on loopback, where the agent was told, and nothing for pages of elsewhere', () =>
    withListeners((now) =>
      withServer('first SDK, with sessions', (http) =>
        withServer('legacy SSE', async (sse) => {
          const servers = [
            program,
            { name: 'http', type: 'http', url: http.url, observed: true },
            { name: 'sse', type: 'sse', url: sse.url, observed: true },
          ];
          const agent = { mcpCapabilities: { http: true, sse: true } };
          await withKept({ agent, profile: profile({ servers }) }, 'files', async (run, wire) => {
            const told = portsIn(JSON.stringify(wire));
            expect(sorted(...told)).toHaveLength(3);
            expect(await now()).toEqual(sorted(...told, ...[run.service.url, http.url, sse.url].map(hostOf)));
            const urlOf = (name: string): string => String(wire.find((server) => server.name === name)?.url);
            expect(await statuses(urlOf('witness'), 'mcp')).toEqual(refused);
            expect([await statuses(urlOf('http'), 'mcp'), http.asked]).toEqual([refused, 1]);
            expect([await statuses(urlOf('sse'), 'sse'), sse.asked]).toEqual([refused, 1]);
            const control = /"(\d+)\.[\w-]{43}"/.exec(JSON.stringify(wire))?.[1];
            expect(await heardAt(Number(control))).toBe('');
          });
        }),
      ),
    ));

  it('for an agent that takes stdio alone is the same', () =>
    withListeners((now) =>
      withKept(
        { environment: sourceEnvironment, agent: { mcpCapabilities: {} } },
        'witness',
        async (run, wire) => {
          const text = JSON.stringify(wire);
          expect(await now()).toEqual(sorted(...portsIn(text), hostOf(run.service.url)));
          const [url = ''] = /http:[^"]+/.exec(text) ?? [];
          expect(await statuses(url, 'door')).toEqual({ foreign: [403], own: null });
          expect(await statuses(url, 'mcp')).toEqual(refused);
        },
      ),
    ));

  it('for a passthrough is the same', () =>
    withScene(async (scene) => {
      const servers = [program, { name: 'hub', type: 'http', url: scene.hub, observed: true }];
      const held = await scene.hold('claude', { profile: { servers } });
      const text = held.seen.text ?? '';
      expect(sorted(...portsIn(text))).toHaveLength(3);
      expect(await listenersBelow(held.child.pid!)).toEqual(sorted(...portsIn(text)));
      const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, { url: string }> };
      for (const name of ['hub', 'witness'])
        expect(await statuses(mcpServers[name]!.url, 'mcp')).toEqual(refused);
      await held.go();
    }));

  it('for a probe is the same', () =>
    withListeners(async (now) => {
      const sentinels = await startSentinels();
      try {
        const entries = (['stdio', 'http', 'sse'] as const).map((kind) => sentinels.add(kind).entry);
        const told = portsIn(JSON.stringify(entries));
        expect(sorted(...told)).toHaveLength(2);
        expect(await now()).toEqual(sorted(...told));
        const [, http, sse] = entries.map((entry) => ('url' in entry ? entry.url : ''));
        expect(await statuses(http!, 'mcp')).toEqual(refused);
        expect(await statuses(sse!, 'sse')).toEqual(refused);
      } finally {
        await sentinels.close();
      }
    }));
});
