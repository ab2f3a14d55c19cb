import { type Requirement } from '../../src/auth/requirement.ts';
import { attemptBody, uuid } from '../support/evidence.ts';

/** What a route asks of its caller, and how to call it. */
export interface Row {
  readonly needs: Requirement;
  /** Of the tenant that has everything; members of the path in their places. */
  readonly path: string;
  readonly body?: unknown;
  /** It names an object of a tenant, so that to another tenant there is none. */
  readonly object?: true;
  /** Whoever comes later finds it gone. */
  readonly ends?: true;
}

/** The attempt, session and task that the tenant of the matrix has. */
export const known = { attempt: uuid(1), other: uuid(2), session: 'session-1', task: 'task-1' } as const;

/** A session that nothing else of the matrix needs. */
export const erasable = { attempt: uuid(4), session: 'session-4' } as const;

const session = `/v1/sessions/${known.session}`;
const attempt = `/v1/attempts/${known.attempt}`;

/** Every route. One that is not here fails the matrix. */
export const routes: Readonly<Record<string, Row>> = {
  'GET /livez': { needs: 'public', path: '/livez' },
  'GET /readyz': { needs: 'public', path: '/readyz' },
  'GET /metrics': { needs: 'operations:run', path: '/metrics' },
  'GET /auth/session': { needs: 'public', path: '/auth/session' },
  'GET /auth/login': { needs: 'public', path: '/auth/login' },
  'GET /auth/callback': { needs: 'public', path: '/auth/callback' },
  'POST /auth/logout': { needs: 'public', path: '/auth/logout', body: {} },
  'POST /v1/attempts': {
    needs: 'evidence:write',
    path: '/v1/attempts',
    body: attemptBody(uuid(3), { session_id: 'session-3' }),
  },
  'POST /v1/evidence': { needs: 'evidence:write', path: '/v1/evidence', body: [] },
  'GET /v1/feed': { needs: 'reports:read', path: '/v1/feed' },
  'GET /v1/subscriptions': { needs: 'reports:read', path: '/v1/subscriptions' },
  'PUT /v1/subscriptions/:name': { needs: 'reports:read', path: '/v1/subscriptions/another', body: {} },
  'GET /v1/subscriptions/:name': { needs: 'reports:read', path: '/v1/subscriptions/known', object: true },
  'GET /v1/subscriptions/:name/events': {
    needs: 'reports:read',
    path: '/v1/subscriptions/known/events',
    object: true,
  },
  'POST /v1/subscriptions/:name/ack': {
    needs: 'reports:read',
    path: '/v1/subscriptions/known/ack',
    body: { position: '1' },
    object: true,
  },
  'DELETE /v1/subscriptions/:name': {
    needs: 'reports:read',
    path: '/v1/subscriptions/known',
    object: true,
    ends: true,
  },
  'GET /v1/agents': { needs: 'reports:read', path: '/v1/agents' },
  'GET /v1/sessions/:session_id/calls': { needs: 'reports:read', path: `${session}/calls`, object: true },
  'GET /v1/sessions': { needs: 'reports:read', path: '/v1/sessions' },
  'GET /v1/sessions/:session_id': { needs: 'reports:read', path: session, object: true },
  'GET /v1/sessions/:session_id/report': { needs: 'reports:read', path: `${session}/report`, object: true },
  'GET /v1/sessions/:session_id/attempts': {
    needs: 'reports:read',
    path: `${session}/attempts`,
    object: true,
  },
  'GET /v1/sessions/:session_id/diagnostics': {
    needs: 'reports:read',
    path: `${session}/diagnostics`,
    object: true,
  },
  'GET /v1/sessions/:session_id/servers/:server_name': {
    needs: 'reports:read',
    path: `${session}/servers/hub`,
    object: true,
  },
  'GET /v1/sessions/:session_id/servers/:server_name/tools': {
    needs: 'reports:read',
    path: `${session}/servers/hub/tools`,
    object: true,
  },
  'POST /v1/sessions/:session_id/servers/:server_name/endpoint-test': {
    needs: 'operations:run',
    path: `${session}/servers/hub/endpoint-test`,
    body: {},
    object: true,
  },
  'GET /v1/sessions/:session_id/recent-output': {
    needs: 'operations:run',
    path: `${session}/recent-output`,
    object: true,
  },
  'GET /v1/tasks/:task_id/sessions': { needs: 'reports:read', path: `/v1/tasks/${known.task}/sessions` },
  'GET /v1/attempts/:attachment_attempt_id': { needs: 'reports:read', path: attempt, object: true },
  'GET /v1/attempts/:attachment_attempt_id/events': {
    needs: 'reports:read',
    path: `${attempt}/events`,
    object: true,
  },
  'GET /v1/admin/tenants': { needs: 'admin', path: '/v1/admin/tenants' },
  'POST /v1/admin/tenants': {
    needs: 'admin',
    path: '/v1/admin/tenants',
    body: { tenant_id: 'default', name: 'Again' },
  },
  'PATCH /v1/admin/tenants/:tenant_id': { needs: 'admin', path: '/v1/admin/tenants/default', body: {} },
  'GET /v1/admin/projections': { needs: 'admin', path: '/v1/admin/projections' },
  'POST /v1/admin/projections/:name/rebuild': {
    needs: 'admin',
    path: '/v1/admin/projections/session_reports/rebuild',
    body: {},
  },
  'GET /v1/admin/keys': { needs: 'admin', path: '/v1/admin/keys' },
  'POST /v1/admin/keys': { needs: 'admin', path: '/v1/admin/keys', body: {} },
  'POST /v1/admin/keys/:key_id/rotate': {
    needs: 'admin',
    path: '/v1/admin/keys/spare/rotate',
    body: {},
    object: true,
  },
  'DELETE /v1/admin/keys/:key_id': { needs: 'admin', path: '/v1/admin/keys/spare', object: true },
  'GET /v1/admin/access-log': { needs: 'admin', path: '/v1/admin/access-log' },
  'GET /v1/admin/retention': { needs: 'admin', path: '/v1/admin/retention' },
  'PUT /v1/admin/retention': { needs: 'admin', path: '/v1/admin/retention', body: {} },
  'DELETE /v1/admin/sessions/:session_id': {
    needs: 'admin',
    path: `/v1/admin/sessions/${erasable.session}`,
    object: true,
    ends: true,
  },
  'GET /v1/audit/verify': { needs: 'audit:read', path: '/v1/audit/verify' },
  'GET /v1/audit/export': { needs: 'audit:read', path: '/v1/audit/export' },
  'GET /v1/audit/sessions/:session_id/report': {
    needs: 'audit:read',
    path: `/v1/audit/sessions/${known.session}/report?at_time=2100-01-01T00:00:00Z`,
    object: true,
  },
};

/** Routes that only operators may call: administrators of another tenant are refused by name. */
export const ofOperators: ReadonlySet<string> = new Set([
  'GET /v1/admin/projections',
  'POST /v1/admin/projections/:name/rebuild',
  'GET /v1/admin/tenants',
  'POST /v1/admin/tenants',
  'PATCH /v1/admin/tenants/:tenant_id',
]);
