import type { Attempt, History } from '@mcp-witness/evidence';
import { describe, expect, it } from '@jest/globals';
import { attempt, connect, type Mode, type Running, server, withEndpoint } from './support/with-endpoint.ts';

interface Answer {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

interface Asked {
  readonly answer: Answer;
  readonly seen: Running['seen'];
}

/** One call by a real client. */
async function ask(
  name: string,
  args: Record<string, unknown>,
  readReport: () => Promise<Attempt | History | null>,
  mode: Mode = 'auto',
): Promise<Asked> {
  const results: Asked[] = [];
  await withEndpoint(
    async ({ endpoint, seen }) => {
      const { client } = await connect(endpoint.addAttempt('a', { server_name: 'witness' }).url, mode);
      const result = await client.callTool({ name, arguments: args });
      await client.close();
      const content = result.content as { text?: string }[];
      const answer = {
        text: content.map(({ text }) => text).join('\n'),
        data: result.structuredContent,
        isError: result.isError === true,
      };
      results.push({ answer, seen: [...seen] });
    },
    { readReport },
  );
  return results[0]!;
}

const report = attempt(
  [
    server('witness', {
      source: 'built_in',
      status: 'active',
      evidence: 'used',
      tool_count: 3,
      tools_list_complete: true,
      tool_call_count: 2,
      connected_at: '2026-11-30T12:00:01.000000Z',
    }),
    server('github'),
    server('jira', {
      status: 'filtered',
      evidence: 'configured',
      reason_code: 'policy_denied',
      delivered_at: null,
    }),
    server('wiki', {
      status: 'failed',
      reason_code: 'connection_refused',
      summary: 'Nothing listened at the target.',
    }),
  ],
  { findings: [{ code: 'not_in_load', server_name: 'old', summary: 'The load does not name it.' }] },
);
const known = (): Promise<Attempt> => Promise.resolve(report);

describe('session_mcp_report', () => {
  it.each<Mode>(['auto', 'legacy'])(
    'tells every server in text and in data to a client in mode %s',
    async (mode) => {
      const { answer } = await ask('session_mcp_report', {}, known, mode);
      expect(answer.text).toBe(
        [
          '4 MCP servers in this session (attachment attempt 2, session/load, started 2026-11-30T12:00:00.000001Z).',
          '- witness: Active; 3 tools; 2 calls',
          '- github: Delivered · connection unverified',
          '- jira: Filtered; reason policy_denied',
          '- wiki: Failed; reason connection_refused',
          'Note (not_in_load): The load does not name it.',
        ].join('\n'),
      );
      expect(answer.data).toMatchObject({
        available: true,
        attempt: 2,
        this_server: 'witness',
        servers: [
          { name: 'witness', status: 'active', evidence: 'used', tool_count: 3 },
          { name: 'github', status: 'delivered', tool_count: null },
          { name: 'jira', reason_code: 'policy_denied' },
          { name: 'wiki', status: 'failed' },
        ],
      });
    },
  );

  it('keeps a name with line breaks on its own line', async () => {
    const odd = attempt([server('a\n- github: Active\u202e'), server('github')]);
    const { answer } = await ask('session_mcp_report', {}, () => Promise.resolve(odd));
    expect(answer.text.split('\n').slice(1)).toEqual([
      '- a- github: Active: Delivered · connection unverified',
      '- github: Delivered · connection unverified',
    ]);
    expect(answer.data).toMatchObject({
      servers: [{ name: 'a\n- github: Active\u202e' }, { name: 'github' }],
    });
  });

  it('tells of a refused session, of evidence that is missing, and of an attachment that was kept', async () => {
    const troubled = attempt([server('one')], {
      session_error: {
        reason_code: 'session_load_failed',
        summary: 'The agent refused it.',
        at: report.started_at,
      },
      evidence_lost: { count: 2, gaps: 1 },
      agent_kept_previous_attachment: true,
    });
    const { answer } = await ask('session_mcp_report', {}, () => Promise.resolve(troubled));
    expect(answer.text.split('\n').slice(2)).toEqual([
      'The session request was refused: session_load_failed. The agent refused it.',
      'The agent keeps using connections of an earlier attachment attempt.',
      'Evidence is incomplete: 3 events are missing.',
    ]);
  });

  it('takes the current attempt of a history', async () => {
    const history: History = {
      version: 1,
      session_id: 's',
      task_id: null,
      current: report,
      previous: [],
      position: '7',
    };
    const { answer } = await ask('session_mcp_report', {}, () => Promise.resolve(history));
    expect(answer.data).toMatchObject({ available: true, attempt: 2 });
  });

  it('says that nothing is known yet', async () => {
    const { answer } = await ask('session_mcp_report', {}, () => Promise.resolve(null));
    expect(answer).toMatchObject({
      text: 'No report of this session exists yet.',
      data: { available: false },
      isError: false,
    });
  });

  it('answers although the report never comes, and says so', async () => {
    const { answer } = await ask('session_mcp_report', {}, () => new Promise<never>(() => undefined));
    expect(answer.text).toMatch(/not available within two seconds/);
    expect(answer.data).toMatchObject({ available: false });
  });

  it.each([
    () => Promise.reject(new Error('postgres://user:secret@db')),
    () => {
      throw new Error('postgres://user:secret@db');
    },
  ])('answers although the report cannot be read, without the reason of others', async (readReport) => {
    const { answer } = await ask('session_mcp_report', {}, readReport);
    expect(answer.text).toMatch(/could not be read/);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('session_mcp_server', () => {
  it('tells why a server is in its state, and each step with its time', async () => {
    const { answer } = await ask('session_mcp_server', { server: 'wiki' }, known);
    expect(answer.text.split('\n')).toEqual([
      'wiki: Failed; reason connection_refused',
      'An explicit failure was reported for this server. Reason code: connection_refused. Recorded reason: Nothing listened at the target.',
      '- Configured: 2026-11-30T12:00:00.000001Z',
      '- Delivered: 2026-11-30T12:00:00.000002Z',
      '- Connected: not observed',
      '- Tools listed: not observed',
      '- Used: not observed',
    ]);
    expect(answer.data).toMatchObject({
      found: true,
      status: 'failed',
      open_connections: 0,
      transport: 'http',
    });
  });

  it('calls silence neither a success nor a failure', async () => {
    const { answer } = await ask('session_mcp_server', { server: 'github' }, known);
    expect(answer.text).toMatch(/neither a success nor a failure/);
    expect(answer.isError).toBe(false);
  });

  it.each(['nobody', '__proto__', 'constructor'])(
    'names the servers there are when asked for %s',
    async (name) => {
      const { answer } = await ask('session_mcp_server', { server: name }, known);
      expect(answer).toMatchObject({
        isError: true,
        data: { found: false, servers: ['witness', 'github', 'jira', 'wiki'] },
      });
    },
  );

  it.each([
    {},
    { server: '' },
    { server: 7 },
    { server: 'x'.repeat(300) },
    { server: 'wiki', more: true },
    { name: 'wiki' },
  ])('refuses arguments such as %j', async (args) => {
    const { answer } = await ask('session_mcp_server', args, known);
    expect(answer.isError).toBe(true);
  });
});

describe('report_mcp_problem', () => {
  const problem = 'calls fail, my password is open-sesame-77';

  it('tells that the agent reports a problem, and none of its words', async () => {
    const { answer, seen } = await ask('report_mcp_problem', { server: 'github', problem }, known);
    expect(answer.data).toEqual({ noted: true, server: 'github' });
    expect(seen.filter(({ type }) => type === 'problem-reported')).toMatchObject([
      { witness: 'agent', data: { server_name: 'github' } },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/open-sesame|calls fail/);
  });

  it('tells nothing of a server that the session does not have', async () => {
    const { answer, seen } = await ask('report_mcp_problem', { server: problem.slice(0, 40) }, known);
    expect(answer).toMatchObject({ isError: true, data: { found: false } });
    expect(seen.map(({ type }) => type)).not.toContain('problem-reported');
  });

  it.each([
    ['witness', ['problem-reported'], false],
    ['github', [], true],
  ])('of %s, while no report can be read, tells %j', async (name, told, isError) => {
    const { answer, seen } = await ask('report_mcp_problem', { server: name }, () =>
      Promise.reject(new Error('away')),
    );
    expect(answer.isError).toBe(isError);
    expect(seen.map(({ type }) => type).filter((type) => type === 'problem-reported')).toEqual(told);
  });
});
