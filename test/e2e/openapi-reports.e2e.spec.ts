import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type Answer, withService } from '../support/service.ts';

const told = [
  { type: 'server-delivered', data: { server_name: 'hub', channel: 'acp', transport: 'http' } },
  { type: 'session-accepted', data: { acp_session_id: 'acp' } },
  {
    type: 'protocol-accepted',
    data: {
      server_name: 'hub',
      era: 'legacy',
      protocol_version: '2025-11-25',
      connection_id: 'c',
      client: { name: 'agent', version: '1' },
    },
  },
  {
    type: 'tools-listed',
    data: {
      server_name: 'hub',
      connection_id: 'c',
      tool_count: 2,
      pages: 1,
      complete: true,
      tools: [
        { name: 'read', description: 'Reads.', input_schema: { type: 'object' }, estimated_tokens: 3 },
        { name: 'bad', input_schema: 'no object' },
      ],
    },
  },
  {
    type: 'attachment-failed',
    data: { server_name: 'gone', reason_code: 'connection_refused', summary: 'Refused.' },
  },
  { type: 'attachment-failed', data: { reason_code: 'session_load_failed', summary: 'No.' } },
  { type: 'evidence-lost', data: { count: 2, reason_code: 'spool_full' } },
  { type: 'problem-reported', data: { server_name: 'hub' } },
  {
    type: 'endpoint-tested',
    data: {
      server_name: 'hub',
      reachable: true,
      succeeded: true,
      warnings: [],
      duration_ms: 4,
      budget_ms: 60_000,
    },
  },
];

/** Route of the document to a path that it describes. */
const routes = {
  '/v1/sessions': '/v1/sessions?limit=1',
  '/v1/sessions/{session_id}': '/v1/sessions/s',
  '/v1/sessions/{session_id}/report': '/v1/sessions/s/report',
  '/v1/sessions/{session_id}/attempts': '/v1/sessions/s/attempts?limit=1',
  '/v1/sessions/{session_id}/servers/{server_name}': '/v1/sessions/s/servers/hub',
  '/v1/sessions/{session_id}/servers/{server_name}/tools': '/v1/sessions/s/servers/hub/tools',
  '/v1/tasks/{task_id}/sessions': '/v1/tasks/task-1/sessions',
  '/v1/attempts/{attachment_attempt_id}': `/v1/attempts/${uuid(1)}`,
  '/v1/attempts/{attachment_attempt_id}/events': `/v1/attempts/${uuid(1)}/events`,
} as const;

/** The same schemas with every object closed, so that a member that the document does not tell of is found. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isObject = 'properties' in members && !('additionalProperties' in members);
  return isObject ? { ...members, unevaluatedProperties: false } : members;
};

describe('the OpenAPI document', () => {
  it('describes what the report routes answer, and nothing is answered that it does not describe', async () => {
    await withService(async ({ get, post }) => {
      await post('/v1/attempts', attemptBody(uuid(1), { session_id: 's', servers: ['hub', 'gone'] }));
      await post('/v1/attempts', attemptBody(uuid(2), { session_id: 's', entry: 'session/load' }));
      const events = [1, 2].flatMap((n) => told.map((one, index) => evidence(uuid(n), n * 100 + index, one)));
      const { body } = await post('/v1/evidence', events);
      expect(body).toMatchObject({ accepted: events.length, rejected: [] });
      await get(`/v1/sessions/s/report?min_position=${(body as { position: string }).position}`);
      const { body: document } = (await get('/openapi.json')) as Answer & {
        body: { paths: Record<string, unknown>; components: object };
      };
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      ajv.addSchema({ $id: 'open', ...document });
      ajv.addSchema({ $id: 'closed', components: withoutComposed(closed(document.components)) });
      for (const [route, path] of Object.entries(routes)) {
        const pointer = `/paths/${route.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`;
        const answer = await get(path);
        expect([path, answer.status]).toEqual([path, 200]);
        const validate = ajv.compile({
          $ref: `open#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
        });
        validate(answer.body);
        expect([path, validate.errors]).toEqual([path, null]);
      }
      const report = ajv.compile({ $ref: 'closed#/components/schemas/History' });
      report((await get(routes['/v1/sessions/{session_id}/report'])).body);
      expect(report.errors).toBeNull();
      const list = ajv.compile({ $ref: 'closed#/components/schemas/SessionList' });
      list((await get('/v1/sessions')).body);
      expect(list.errors).toBeNull();
    });
  });
});

/** Composed schemas cannot be closed part by part. */
function withoutComposed(components: unknown): unknown {
  const { schemas } = components as { schemas: Record<string, unknown> };
  return { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => name !== 'TaskSession')) };
}
