import { describe, expect, it } from '@jest/globals';
import { attemptBody, evidence, resolved, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

/** A text that nothing else holds, by what it stands for. */
const marked = (what: string): string => `marked-${what}-7f3a`;

const server = marked('server');
const connection_id = marked('connection');
const inServer = { server_name: server, connection_id };

const opening = {
  session_id: marked('session'),
  task_id: marked('task'),
  agent_id: marked('agent'),
  agent_profile_id: marked('profile'),
  execution_id: marked('execution'),
  configuration_revision: marked('revision'),
  forked_from: marked('parent'),
  host: marked('host'),
  working_directory: marked('directory'),
  producer: { id: marked('producer'), sequence: 1 },
  servers: [
    resolved(server, { target: `https://${marked('target')}.example`, duplicate_of_name: marked('twin') }),
  ],
};

const facts: readonly (readonly [type: string, data: object])[] = [
  ['session-accepted', { acp_session_id: marked('acp') }],
  ['server-delivered', { server_name: server, channel: 'acp', transport: 'http' }],
  [
    'protocol-accepted',
    {
      ...inServer,
      era: 'legacy',
      protocol_version: '2025-11-25',
      client: { name: marked('client'), version: marked('version') },
    },
  ],
  [
    'tools-listed',
    {
      ...inServer,
      tool_count: 1,
      pages: 1,
      complete: true,
      tools: [
        {
          name: marked('tool'),
          description: marked('description'),
          input_schema: { type: 'object', description: marked('schema') },
        },
      ],
    },
  ],
  [
    'tool-called',
    {
      ...inServer,
      tool_name: marked('tool'),
      started_at: '2026-11-30T13:00:02Z',
      duration_ms: 3,
      outcome: 'protocol_error',
      error_code: 'marked_code_7f3a',
      result_bytes: 4,
      round_trips: 1,
      workspace: marked('workspace'),
    },
  ],
  ['attachment-failed', { server_name: server, reason_code: 'agent_reported', summary: marked('summary') }],
  [
    'server-filtered',
    { server_name: marked('filtered'), reason_code: 'policy_denied', summary: marked('why') },
  ],
];

/** Every row of every table of the database, as text. */
const everything = async ({ database: { ownerPool } }: TestService): Promise<string> => {
  const { rows: tables } = await ownerPool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await ownerPool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
};

const marksIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/marked[-_]([a-z]+)[-_]7f3a/g)].map(([, what]) => what ?? '')),
];

describe('what an erased session said', () => {
  it('is in no row of any table: no id, name or text of it', () =>
    withService(async (service) => {
      const { url, get, post } = service;
      for (const n of [1, 2])
        expect((await post('/v1/attempts', attemptBody(uuid(n), opening))).status).toBe(201);
      const events = facts.map(([type, data], n) =>
        evidence(uuid(2), n + 10, { type, data, producer: { id: marked('producer'), sequence: n + 3 } }),
      );
      const { body } = await post('/v1/evidence', events);
      expect(body).toMatchObject({ accepted: facts.length, rejected: [] });
      const { position } = body as { position: string };
      const session = `/v1/sessions/${opening.session_id}`;
      expect((await get(`${session}/report?min_position=${position}`)).status).toBe(200);
      await (await fetch(`${url}/v1/audit/export`)).text();
      const planted = marksIn(await everything(service));
      for (const what of [
        'session',
        'task',
        'agent',
        'server',
        'client',
        'tool',
        'schema',
        'workspace',
        'summary',
      ])
        expect(planted).toContain(what);
      const erased = await fetch(`${url}/v1/admin${session.slice(3)}`, { method: 'DELETE' });
      expect(await erased.json()).toMatchObject({ completed_at: expect.any(String) });
      expect(marksIn(await everything(service))).toEqual([]);
    }));
});
