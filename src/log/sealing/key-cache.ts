import { type SealingKey } from './cipher.ts';
import { type SessionName } from './session-keys.ts';

interface Held {
  readonly key: SealingKey | null;
  readonly name: SessionName;
}

/** Keys in memory, the least used let go first. Null stands for one that was destroyed. */
export interface KeyCache {
  get(keyId: string): SealingKey | null | undefined;
  ofSession(name: SessionName): SealingKey | null | undefined;
  put(keyId: string, key: SealingKey | null, name: SessionName): void;
  destroy(name: SessionName, keyId: string): void;
  /** Whether that was asked for `session` less than `milliseconds` ago; counts as asked for from now on. */
  touched(session: string, milliseconds: number): boolean;
}

export const nameOf = ({ tenant_id, session }: SessionName): string => `${tenant_id}\n${session}`;

/** `limit` keys, about 2,000 bytes each once they were used. */
export const createKeyCache = (limit = 20_000): KeyCache => {
  const held = new Map<string, Held>();
  const sessions = new Map<string, string>();
  const touches = new Map<string, number>();
  const use = (keyId: string): Held | undefined => {
    const one = held.get(keyId);
    if (one === undefined) return undefined;
    held.delete(keyId);
    held.set(keyId, one);
    return one;
  };
  const drop = (keyId: string): void => {
    const one = held.get(keyId);
    if (one === undefined) return;
    held.delete(keyId);
    sessions.delete(nameOf(one.name));
    touches.delete(nameOf(one.name));
  };
  const put = (keyId: string, key: SealingKey | null, { tenant_id, session }: SessionName): void => {
    const name = { tenant_id, session };
    held.delete(keyId);
    held.set(keyId, { key, name });
    sessions.set(nameOf(name), keyId);
    for (const oldest of held.keys()) {
      if (held.size <= limit) break;
      drop(oldest);
    }
  };
  return {
    get: (keyId) => use(keyId)?.key,
    ofSession: (name) => use(sessions.get(nameOf(name)) ?? '')?.key,
    put,
    destroy: (name, keyId) => {
      if (held.has(keyId)) put(keyId, null, name);
    },
    touched: (session, milliseconds) => {
      const now = performance.now();
      const before = touches.get(session);
      if (before !== undefined && now - before < milliseconds) return true;
      touches.set(session, now);
      return false;
    },
  };
};
