import { dataOf, type Routes, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type Retention = Schemas['RetentionBody'];
/** Days after a session was last seen; null or absent: as the settings of the service say. */
export type OwnRetention = Schemas['OwnRetentionBody'];
export type AccessPage = Schemas['AccessPageBody'];
export type Erasure = Schemas['ErasureBody'];

/** What administrators do with the data of their tenant. Scope `admin`. */
export interface AdministrationCalls {
  retention(signal?: AbortSignal): Promise<Retention>;
  setRetention(own: OwnRetention, signal?: AbortSignal): Promise<Retention>;
  /** Who did what with sensitive effect, newest first; `before` is the `next_before` of the page before. */
  accessLog(page?: { before?: string; limit?: number }, signal?: AbortSignal): Promise<AccessPage>;
  /** For good: payloads, reports, calls, catalogs and tokens of the session. */
  eraseSession(sessionId: string, signal?: AbortSignal): Promise<Erasure>;
}

export const administrationCalls = (routes: Routes, within: Within): AdministrationCalls => ({
  retention: (signal) => dataOf(routes.GET('/v1/admin/retention', { ...within(signal) })),
  setRetention: (body, signal) => dataOf(routes.PUT('/v1/admin/retention', { body, ...within(signal) })),
  accessLog: (query = {}, signal) =>
    dataOf(routes.GET('/v1/admin/access-log', { params: { query }, ...within(signal) })),
  eraseSession: (session_id, signal) =>
    dataOf(
      routes.DELETE('/v1/admin/sessions/{session_id}', {
        params: { path: { session_id } },
        ...within(signal),
      }),
    ),
});
