import { describe, expect, it } from '@jest/globals';
import type { Attempt, EvidenceEvent } from '@mcp-witness/evidence';
import { createLocalReports } from '../src/journal/local-reports.ts';
import { readProfile } from '../src/profile/validate.ts';
import { withListener } from './fronts/support/listen.ts';
import { notesServers } from './fronts/support/notes-http.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const observing = readProfile({ version: 1, rules: [{ match: 'notes', observed: true }] });
const profile = observing.ok ? observing.profile : null;

async function serversSent(
  run: Run,
  id: number,
  method: string,
  params: Message,
): Promise<Map<unknown, string>> {
  await run.ask(id, method, params);
  const { result } = await run.ask(`servers of ${id}`, 'test/servers');
  return new Map((result as Message[]).map(({ name, url }) => [name, String(url)]));
}

async function initialize(url: string): Promise<void> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

function newestAttempt(events: readonly EvidenceEvent[]): Attempt {
  const reports = createLocalReports();
  events.forEach((event) => {
    reports.take(event);
  });
  const { attachment_attempt_id } = ofType(events, 'attempt-started').at(-1)!;
  return reports.reportOf(attachment_attempt_id)!.current;
}

/** Loads a session that has both servers, and uses the address that `which` chooses of the one named. */
async function afterLoad(name: string, which: 'old' | 'new'): Promise<Attempt> {
  const { path, listener } = notesServers['first SDK, with sessions']!();
  let attempt: Attempt | undefined;
  await withListener(listener, async (origin) => {
    await withRun({ session: 's', profile }, async (run) => {
      await run.ask(0, 'initialize', {});
      const mcpServers = [{ type: 'http', name: 'notes', url: `${origin}${path}`, headers: [] }];
      const before = await serversSent(run, 1, 'session/new', { mcpServers });
      const after = await serversSent(run, 2, 'session/load', { sessionId: 'S1', mcpServers });
      expect(after.get(name)).not.toBe(before.get(name));
      await initialize((which === 'old' ? before : after).get(name)!);
      await until('the acceptance', () => ofType(run.service.events, 'protocol-accepted')[0]);
      run.endInput();
      await run.exit;
      attempt = newestAttempt(run.service.events);
    });
  });
  return attempt!;
}

describe('an agent that goes on by the addresses of the attempt before', () => {
  it.each(['witness', 'notes'])('is told to have kept its attachment to "%s"', async (name) => {
    const attempt = await afterLoad(name, 'old');
    expect(attempt).toMatchObject({ ordinal: 2, agent_kept_previous_attachment: true });
    expect(attempt.servers.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it.each(['witness', 'notes'])('is not, where it goes by the new address of "%s"', async (name) => {
    const attempt = await afterLoad(name, 'new');
    expect(attempt).toMatchObject({ ordinal: 2, agent_kept_previous_attachment: false });
  });
});
