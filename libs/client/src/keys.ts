import { dataOf, type Routes, type Within } from './calling.ts';
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type ApiKey = Schemas['KeyBody'];
/** The one answer that holds the key itself. */
export type MadeKey = Schemas['MadeKeyBody'];
export type NewKey = Schemas['NewKeyBody'];
export type KeyPage = Schemas['KeyListBody'];

/** `tenantId`: another tenant than the caller's own, for administrators of the tenant `default`. */
export interface OfTenant {
  readonly tenantId?: string;
}

/** What administrators do with API keys. Scope `admin`. */
export interface KeyCalls {
  createKey(key: NewKey, signal?: AbortSignal): Promise<MadeKey>;
  /** Oldest first; `cursor` is the `next_cursor` of the page before. */
  keys(page?: OfTenant & { readonly cursor?: string }, signal?: AbortSignal): Promise<KeyPage>;
  /** The former secret is taken for `overlapSeconds` more; a day when absent. */
  rotateKey(
    keyId: string,
    how?: OfTenant & { readonly overlapSeconds?: number },
    signal?: AbortSignal,
  ): Promise<MadeKey>;
  /** At once, in every process. Repeating it changes nothing. */
  revokeKey(keyId: string, of?: OfTenant, signal?: AbortSignal): Promise<ApiKey>;
}

const queryOf = ({ tenantId }: OfTenant): { tenant_id?: string } =>
  tenantId === undefined ? {} : { tenant_id: tenantId };

export const keyCalls = (routes: Routes, within: Within): KeyCalls => ({
  createKey: (body, signal) => dataOf(routes.POST('/v1/admin/keys', { body, ...within(signal) })),
  keys: ({ cursor, ...of } = {}, signal) =>
    dataOf(
      routes.GET('/v1/admin/keys', {
        params: { query: { ...queryOf(of), ...(cursor === undefined ? {} : { cursor }) } },
        ...within(signal),
      }),
    ),
  rotateKey: (key_id, { overlapSeconds = 86_400, ...of } = {}, signal) =>
    dataOf(
      routes.POST('/v1/admin/keys/{key_id}/rotate', {
        params: { path: { key_id }, query: queryOf(of) },
        body: { overlap_seconds: overlapSeconds },
        ...within(signal),
      }),
    ),
  revokeKey: (key_id, of = {}, signal) =>
    dataOf(
      routes.DELETE('/v1/admin/keys/{key_id}', {
        params: { path: { key_id }, query: queryOf(of) },
        ...within(signal),
      }),
    ),
});
