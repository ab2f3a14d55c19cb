import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent, EvidenceType } from '@mcp-witness/evidence';
import { readProfile } from '../src/profile/validate.ts';
import { withListener } from './fronts/support/listen.ts';
import { notesServers } from './fronts/support/notes-http.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const notes = fileURLToPath(new URL('./fronts/support/notes-server.mjs', import.meta.url));

const stdio = (name: string, extra: Message = {}): Message => ({
  name,
  command: process.execPath,
  args: [notes, '1', 'quiet-argument'],
  env: [{ name: 'NOTES_KEY', value: 'k-quiet-1234' }],
  ...extra,
});

const fromProfile = {
  name: 'mine',
  type: 'stdio',
  command: process.execPath,
  args: [notes, '1'],
  observed: true,
};

async function withProfile(document: object, use: (run: Run) => Promise<void>, inject = true): Promise<void> {
  const reading = readProfile({ version: 1, built_in_tools: false, ...document });
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  await withRun({ profile: reading.profile, inject }, use);
}

/** Opens a session and lets the agent use these servers. */
async function used(
  run: Run,
  mcpServers: readonly Message[],
  ...names: string[]
): Promise<readonly Message[]> {
  await run.ask(0, 'initialize', {});
  await run.ask(1, 'session/new', { mcpServers });
  for (const name of names) {
    const { result } = await run.ask(`use ${name}`, 'test/use', { name, tool: 'count' });
    expect(result).toMatchObject({
      tools: expect.arrayContaining(['count']),
      result: { content: [{ text: 'three' }] },
    });
  }
  const { result } = await run.ask(2, 'test/servers');
  return result as readonly Message[];
}

async function finish(run: Run): Promise<readonly EvidenceEvent[]> {
  run.endInput();
  await run.exit;
  return run.service.events;
}

const typesOf = (events: readonly EvidenceEvent[], name: string): readonly EvidenceType[] => [
  ...new Set(
    events.filter(({ data }) => 'server_name' in data && data.server_name === name).map(({ type }) => type),
  ),
];

describe('a server that is to be observed', () => {
  it('is reached through a front, whether the host or the profile named it', async () => {
    const document = { servers: [fromProfile], rules: [{ match: 'theirs', observed: true }] };
    await withProfile(document, async (run) => {
      const wire = await used(
        run,
        [stdio('theirs', { _meta: { keep: 1 } }), stdio('plain')],
        'theirs',
        'mine',
      );
      expect(wire.map(({ name }) => name)).toEqual(['theirs', 'plain', 'mine']);
      expect(wire[0]).toMatchObject({ _meta: { keep: 1 } });
      expect(JSON.stringify(wire[0]!.args)).not.toContain('quiet-argument');
      expect(wire[1]).toEqual(stdio('plain'));
      const events = await finish(run);
      for (const name of ['theirs', 'mine']) {
        expect(typesOf(events, name)).toEqual(
          expect.arrayContaining([
            'server-resolved',
            'server-delivered',
            'protocol-accepted',
            'tools-listed',
            'tool-called',
          ]),
        );
      }
      expect(typesOf(events, 'plain')).toEqual(['server-resolved', 'server-delivered']);
      expect(ofType(events, 'server-resolved').map(({ data }) => [data.target, data.observed])).toEqual([
        ['node', true],
        ['node', false],
        ['node', true],
      ]);
      const [called] = ofType(events, 'tool-called');
      expect(called?.witness).toBe('front');
      expect(called?.data.tool_name ?? null).toBeNull();
      expect(JSON.stringify(events)).not.toMatch(/quiet/);
    });
  });

  it("and is the host's own is shown with its tools, their schemas and its calls, by name", async () => {
    const own = { ...fromProfile, args: [notes, '1', '--key', 'How-many-1234'], built_in: true };
    const rules = [{ match: 'theirs', observed: true }];
    const servers = [own, { ...fromProfile, name: 'theirs', deliver: false, built_in: true }];
    await withProfile({ servers, rules }, async (run) => {
      await used(run, [stdio('theirs')], 'theirs', 'mine');
      await until(
        'both calls, which come after lists that wait for their estimates',
        () => ofType(run.service.events, 'tool-called').length === 2 || undefined,
      );
      const events = await finish(run);
      expect(
        ofType(events, 'server-resolved').map(({ data }) => [data.server_name, data.source, data.observed]),
      ).toEqual([
        ['theirs', 'built_in', true],
        ['mine', 'built_in', true],
        ['theirs', 'built_in', false],
      ]);
      for (const name of ['theirs', 'mine']) {
        const listed = ofType(events, 'tools-listed').find(({ data }) => data.server_name === name);
        expect(listed).toMatchObject({
          witness: 'front',
          data: { catalog_digest: expect.stringMatching(/^[0-9a-f]{64}$/), complete: true },
        });
        const count = listed!.data.tools!.find((tool) => tool.name === 'count');
        expect(count).toMatchObject({ description: 'How many.', input_schema: { type: 'object' } });
        expect(
          ofType(events, 'tool-called').find(({ data }) => data.server_name === name)?.data.tool_name,
        ).toBe('count');
      }
    });
  });

  it('over HTTP is shown by its own address, also under --no-inject', async () => {
    const { path, listener } = notesServers['first SDK, with sessions']!();
    await withListener(listener, async (origin) => {
      const url = `${origin}${path}`;
      const rules = [{ match: '*', observed: true }];
      const use = async (run: Run): Promise<void> => {
        const wire = await used(run, [{ type: 'http', name: 'hub', url, headers: [] }], 'hub');
        expect(wire[0]!.url).not.toBe(url);
        const events = await finish(run);
        const [resolved] = ofType(events, 'server-resolved');
        expect(resolved?.data).toMatchObject({ target: origin, observed: true });
        expect(typesOf(events, 'hub')).toContain('tool-called');
      };
      await withProfile({ rules }, use, false);
    });
  });

  it('has a front of its own in every attempt', async () => {
    await withProfile({ rules: [{ match: '*', observed: true }] }, async (run) => {
      await used(run, [stdio('theirs')], 'theirs');
      await run.ask(3, 'session/load', { sessionId: 'S1', mcpServers: [stdio('theirs')] });
      await run.ask(4, 'test/use', { name: 'theirs', tool: 'count' });
      const events = await finish(run);
      const attempts = ofType(events, 'tool-called').map((event) => event.attachment_attempt_id);
      expect(attempts).toEqual(ofType(events, 'attempt-started').map((event) => event.attachment_attempt_id));
    });
  });

  it('that cannot be carried goes on as it came', async () => {
    await withProfile({ rules: [{ match: '*', observed: true }] }, async (run) => {
      const odd = [
        { type: 'http', name: 'no-url', headers: [] },
        { type: 'http', name: 'other', url: 'ftp://x/', headers: [] },
        { type: 'acp', name: 'over-acp', serverId: '1' },
        stdio('half', { args: 'none' }),
      ];
      expect(await used(run, odd)).toEqual(odd);
      const events = await finish(run);
      expect(ofType(events, 'server-resolved').map(({ data }) => data.observed)).toEqual([
        false,
        false,
        false,
        false,
      ]);
      expect(ofType(events, 'server-delivered')).toHaveLength(4);
    });
  });

  it('and cannot start is told as failed by its front', async () => {
    await withProfile({ rules: [{ match: '*', observed: true }] }, async (run) => {
      await run.ask(0, 'initialize', {});
      await run.ask(1, 'session/new', { mcpServers: [stdio('gone', { command: '/no/such/server' })] });
      expect(await run.ask(2, 'test/use', { name: 'gone' })).toHaveProperty('error');
      const [failed] = ofType(await finish(run), 'attachment-failed');
      expect(failed).toMatchObject({ witness: 'front', data: { server_name: 'gone' } });
    });
  });
});
