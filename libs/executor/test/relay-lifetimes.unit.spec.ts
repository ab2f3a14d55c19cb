import { describe, expect, it } from '@jest/globals';
import { readProfile } from '../src/profile/validate.ts';
import { withListener } from './fronts/support/listen.ts';
import { notesServers } from './fronts/support/notes-http.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const profile = (): Parameters<typeof withRun>[0] => {
  const reading = readProfile({ version: 1, rules: [{ match: 'hub', observed: true }] });
  if (!reading.ok) throw new Error('no profile');
  return { profile: reading.profile };
};

async function withHub(
  use: (run: Run, hub: Message) => Promise<void>,
  given: Parameters<typeof withRun>[0] = {},
): Promise<void> {
  const { path, listener } = notesServers['first SDK, with sessions']!();
  await withListener(listener, async (origin) => {
    await withRun({ ...profile(), ...given }, async (run) => {
      await run.ask(0, 'initialize', {});
      await use(run, { type: 'http', name: 'hub', url: `${origin}${path}`, headers: [] });
    });
  });
}

/** The addresses that the agent was given, in order: of the front, and of the in-session server. */
async function addresses(run: Run, id: string): Promise<readonly string[]> {
  const { result } = await run.ask(id, 'test/servers');
  return (result as Message[]).map(({ url }) => String(url));
}

const statusAt = async (url: string): Promise<number> =>
  (await fetch(url, { method: 'POST', body: '{}' })).status;

const gone = (url: string): Promise<true> =>
  until('the end of an address', async () => (await statusAt(url)) === 404 || undefined);

describe('what listens for a session', () => {
  it('ends when the host closes the session, and its open connections are told closed', async () => {
    await withHub(async (run, hub) => {
      await run.ask(1, 'session/new', { cwd: '/a', mcpServers: [hub] });
      await run.ask(2, 'test/keep', { name: 'hub' });
      await run.ask(3, 'test/keep', { name: 'witness' });
      const given = await addresses(run, 'first');
      await run.ask(4, 'session/close', { sessionId: 'S1' });
      for (const url of given) await gone(url);
      const closed = await until('both ends', () => {
        const ends = ofType(run.service.events, 'connection-closed');
        return ends.length === 2 ? ends : undefined;
      });
      expect(closed.map(({ data }) => [data.server_name, data.reason_code]).toSorted()).toEqual([
        ['hub', 'endpoint_closed'],
        ['witness', 'endpoint_closed'],
      ]);
    });
  });

  it('goes on for a session whose close the agent refuses, and beside another one of its directory', async () => {
    await withHub(async (run, hub) => {
      for (const id of [1, 2]) await run.ask(id, 'session/new', { cwd: '/a', mcpServers: [hub] });
      const given = await addresses(run, 'all');
      await run.ask(3, 'session/close', { sessionId: 'S1' });
      await until('the end of it', () => ofType(run.service.events, 'execution-ended')[0]);
      for (const url of given) expect(await statusAt(url)).not.toBe(404);
      await run.ask(4, 'session/close', { sessionId: 'S2' });
      for (const url of given) await gone(url);
    });
    await withHub(
      async (run, hub) => {
        await run.ask(1, 'session/new', { cwd: '/a', mcpServers: [hub] });
        const given = await addresses(run, 'first');
        await run.ask(2, 'session/close', { sessionId: 'S1' });
        for (const url of given) expect(await statusAt(url)).not.toBe(404);
      },
      { agent: { errors: { 'session/close': { code: -32601, message: 'no' } } } },
    );
  });

  it('does not grow with the resets of one session, whose every attempt is told as ended in the end', async () => {
    await withHub(
      async (run, hub) => {
        for (let id = 1; id <= 60; id += 1) await run.ask(id, 'session/new', { mcpServers: [hub] });
        const given = await addresses(run, 'all');
        for (const url of given.slice(0, 10)) await gone(url);
        for (const url of given.slice(-10)) expect(await statusAt(url)).not.toBe(404);
        run.endInput();
        await run.exit;
        const { events } = run.service;
        expect(ofType(events, 'execution-ended')).toHaveLength(60);
        for (const { attachment_attempt_id: id } of ofType(events, 'attempt-started')) {
          const told = events.filter(
            (event) => event.attachment_attempt_id === id && event.producer.id.endsWith('/relay'),
          );
          expect(told.map(({ producer }) => producer.sequence)).toEqual(told.map((_, index) => index + 1));
        }
      },
      { session: 'one' },
    );
  });
});
