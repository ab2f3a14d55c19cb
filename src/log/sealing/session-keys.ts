import { type SealingKey } from './cipher.ts';

/** Dependency injection token of {@link SessionKeys}. */
export const SESSION_KEYS = Symbol('SESSION_KEYS');

/** A session by the name of its stream, which tells nothing of its id. */
export interface SessionName {
  readonly tenant_id: string;
  readonly session: string;
}

/** The data keys of sessions. One that was destroyed in another process is known here within about a second. */
export interface SessionKeys {
  /** The key of a session, made when there is none yet; null once it was destroyed. */
  forSession(name: SessionName): Promise<SealingKey | null>;
  /** Those of these ids that exist; what was destroyed or never known is absent. */
  byIds(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, SealingKey>>;
  /** Tells sessions whose keys were destroyed, by any process. Returns the way to stop listening; a listener must not throw. */
  listen(listener: (erased: SessionName) => void): () => void;
  /** Looks now for keys that were destroyed. */
  refresh(): Promise<void>;
  /** Looks no more, and tells nobody: resolves once a look that is under way has ended. */
  close(): Promise<void>;
}
