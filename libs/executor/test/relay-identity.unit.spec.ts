import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { profile } from './profiled-run.ts';
import { type Message, ofType, type Run, until, withRun } from './run.ts';

const theirs = { 'witness/session_id': 'theirs', 'witness/task_id': 'theirs' };

const started = (events: readonly EvidenceEvent[]): unknown[] =>
  ofType(events, 'attempt-started').map(({ data }) => [data.session_id, data.task_id]);

const post = async (url: string, message: object, headers: Record<string, string> = {}): Promise<void> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  await (await fetch(url, { method: 'POST', headers: { ...own, ...headers }, body })).text();
};

async function serversOf(run: Run): Promise<readonly Message[]> {
  await run.ask('init', 'initialize', {});
  await run.ask('new', 'session/new', { mcpServers: [] });
  return (await run.ask('servers', 'test/servers')).result as Message[];
}

describe('whose a session is', () => {
  it('is said by no frame of the agent to its host', async () => {
    const call = { id: 'new', method: 'session/new', params: { mcpServers: [], _meta: theirs } };
    const told = { method: 'session/update', params: { sessionId: 'S1', _meta: theirs, update: theirs } };
    const agent = {
      before: { 'session/new': [call, told] },
      results: { 'session/new': { sessionId: 'S1', _meta: theirs } },
    };
    await withRun({ session: 's', task: 't', agent }, async (run) => {
      await run.ask('new', 'session/new', { mcpServers: [] });
      await run.ask('say', 'test/say', { message: { id: 9, method: 'session/load', params: call.params } });
      run.endInput();
      await run.exit;
      expect(started(run.service.events)).toEqual([['s', 't']]);
      expect(JSON.stringify(run.service.events)).not.toContain('theirs');
    });
  });

  it('is said by nothing that the agent asks of a server', async () => {
    await withRun({ session: 's', task: 't', agent: { mcpCapabilities: { http: true } } }, async (run) => {
      const [own] = await serversOf(run);
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
        ...theirs,
      };
      const params = {
        name: 'session_mcp_report',
        arguments: { session_id: 'theirs', attachment_attempt_id: 'theirs' },
        _meta,
      };
      const headers = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'session_mcp_report',
        'witness-attempt': 'theirs',
      };
      await post(String(own?.url), { method: 'tools/call', params }, headers);
      await until('the call', () => ofType(run.service.events, 'tool-called')[0]);
      run.endInput();
      await run.exit;
      expect(started(run.service.events)).toEqual([['s', 't']]);
      expect(new Set(run.service.events.map((event) => event.attachment_attempt_id)).size).toBe(1);
      expect(JSON.stringify(run.service.events)).not.toContain('theirs');
    });
  });
});

describe('what lets an agent in for one attempt', () => {
  it('is in memory alone: nothing of it is on disk', async () => {
    const servers = [
      { name: 'files', type: 'stdio', command: process.execPath, observed: true },
      { name: 'hub', type: 'http', url: 'http://127.0.0.1:9/', observed: true },
    ];
    const agent = { mcpCapabilities: { http: true } };
    await withRun({ agent, profile: profile({ servers }) }, async (run) => {
      run.service.behaviour = { status: 500 };
      const wire = JSON.stringify(await serversOf(run));
      const tokens = [...wire.matchAll(/[\w-]{43}/g)].map(([token]) => token);
      expect(new Set(tokens).size).toBe(3);
      run.endInput();
      await run.exit;
      const files = await readdir(run.spoolDirectory);
      const kept = await Promise.all(files.map((file) => readFile(join(run.spoolDirectory, file), 'utf8')));
      expect(kept.join('')).toContain('"attempt-started"');
      for (const token of tokens) expect(kept.join('')).not.toContain(token);
    });
  });
});
