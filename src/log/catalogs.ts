import { type CatalogTool } from '@mcp-witness/evidence';

/** Dependency injection token of {@link Catalogs}. */
export const CATALOGS = Symbol('CATALOGS');

/** One limited catalog under the digest that its event carries. */
export interface CatalogEntry {
  readonly tenant_id: string;
  /** The one that listed it. */
  readonly session_id: string;
  readonly digest: string;
  readonly tools: readonly CatalogTool[];
}

/** Where tool catalogs lie, apart from the events that name them. */
export interface Catalogs {
  /**
   * Durable when it resolves: an event that names the catalog may be appended from then on. Repeating it is harmless.
   * For a session that was erased nothing is kept.
   */
  put(entry: CatalogEntry): Promise<void>;
}
