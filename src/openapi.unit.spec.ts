import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { openApiText } from './openapi.ts';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const text = openApiText();
const root = fileURLToPath(new URL('..', import.meta.url));
const operations = async (): Promise<readonly (readonly [string, Operation])[]> => {
  const { paths } = JSON.parse(await text) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
};

describe('the OpenAPI document', () => {
  it('is checked in as it is served; `npm run openapi` writes it', async () => {
    const checkedIn = await readFile(`${root}libs/client/openapi.gen.json`, 'utf8');
    expect(checkedIn).toBe(await text);
  });

  it('is what the types of the client were generated from; `npm run openapi` writes them', async () => {
    const generate = 'node_modules/.bin/openapi-typescript';
    const { stdout } = await promisify(execFile)(generate, ['libs/client/openapi.gen.json'], { cwd: root });
    expect(await readFile(`${root}libs/client/src/schema.gen.ts`, 'utf8')).toBe(stdout);
  });

  it('has the routes that others rely on', async () => {
    expect((await operations()).map(([name]) => name).sort()).toEqual([
      'delete /v1/admin/keys/{key_id}',
      'delete /v1/admin/sessions/{session_id}',
      'delete /v1/subscriptions/{name}',
      'get /auth/session',
      'get /livez',
      'get /metrics',
      'get /readyz',
      'get /v1/admin/access-log',
      'get /v1/admin/keys',
      'get /v1/admin/projections',
      'get /v1/admin/retention',
      'get /v1/admin/tenants',
      'get /v1/agents',
      'get /v1/attempts/{attachment_attempt_id}',
      'get /v1/attempts/{attachment_attempt_id}/events',
      'get /v1/audit/export',
      'get /v1/audit/sessions/{session_id}/report',
      'get /v1/audit/verify',
      'get /v1/feed',
      'get /v1/sessions',
      'get /v1/sessions/{session_id}',
      'get /v1/sessions/{session_id}/attempts',
      'get /v1/sessions/{session_id}/calls',
      'get /v1/sessions/{session_id}/diagnostics',
      'get /v1/sessions/{session_id}/recent-output',
      'get /v1/sessions/{session_id}/report',
      'get /v1/sessions/{session_id}/servers/{server_name}',
      'get /v1/sessions/{session_id}/servers/{server_name}/tools',
      'get /v1/subscriptions',
      'get /v1/subscriptions/{name}',
      'get /v1/subscriptions/{name}/events',
      'get /v1/tasks/{task_id}/sessions',
      'patch /v1/admin/tenants/{tenant_id}',
      'post /auth/logout',
      'post /v1/admin/keys',
      'post /v1/admin/keys/{key_id}/rotate',
      'post /v1/admin/projections/{name}/rebuild',
      'post /v1/admin/tenants',
      'post /v1/attempts',
      'post /v1/evidence',
      'post /v1/sessions/{session_id}/servers/{server_name}/endpoint-test',
      'post /v1/subscriptions/{name}/ack',
      'put /v1/admin/retention',
      'put /v1/subscriptions/{name}',
    ]);
  });

  it('gives every operation an id of its own, a summary, and its problems', async () => {
    const all = await operations();
    expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length);
    for (const [, { operationId, summary, responses }] of all) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary).toBeTruthy();
      const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      for (const [, { content = {} }] of problems) {
        expect(Object.keys(content)).toEqual(['application/problem+json']);
      }
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
  });

  it('names every way in: keys, tokens of attempts, tokens of an issuer, and the cookie of the console', async () => {
    const { components } = JSON.parse(await text) as { components: { securitySchemes: unknown } };
    expect(components.securitySchemes).toMatchObject({
      credential: { type: 'http', scheme: 'bearer', description: expect.stringMatching(/wk_.*wa_.*JWT/) },
      session: { type: 'apiKey', in: 'cookie', name: 'witness_session' },
    });
  });

  it('refers to nothing that it does not hold, and says null in the words of 3.1', async () => {
    const { components } = JSON.parse(await text) as Document;
    const references = [...(await text).matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(components.schemas).toHaveProperty(name ?? '');
    expect(await text).not.toContain('"nullable"');
  });
});
