import { type Pool } from 'pg';
import { type SealingKey, sealingKey } from './cipher.ts';
import { createKeyCache, nameOf } from './key-cache.ts';
import { type KeyRow, keyRows } from './session-key-rows.ts';
import { type SessionKeys, type SessionName } from './session-keys.ts';
import { watchDestroyed } from './watch-destroyed.ts';
import { type Wrapping } from './wrapping.ts';

const lookMilliseconds = 1_000;
const touchMilliseconds = 3_600_000;

/** Keys in the database of the service, wrapped as `wrapping` says. */
export const postgresSessionKeys = (pool: Pool, wrapping: Wrapping): SessionKeys => {
  const rows = keyRows(pool, wrapping);
  const cache = createKeyCache();
  const listeners = new Set<(erased: SessionName) => void>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const destroyed = watchDestroyed(rows, ({ key_id, tenant_id, session }) => {
    cache.destroy({ tenant_id, session }, key_id);
    for (const listener of listeners) listener({ tenant_id, session });
  });
  const keyOf = ({ key_id, secret, wrapped_by }: KeyRow): SealingKey | null => {
    if (secret === null) return null;
    return sealingKey(key_id, wrapping.unwrap(key_id, secret, wrapped_by));
  };
  const load = async (name: SessionName): Promise<SealingKey | null> => {
    const row = (await rows.find(name)) ?? (await rows.make(name)) ?? (await rows.find(name));
    if (row === undefined) throw new Error('The key of a session could neither be found nor made.');
    const key = keyOf(row);
    cache.put(row.key_id, key, name);
    return key;
  };

  return {
    forSession: async (name) => {
      await destroyed.stayFresh();
      const held = cache.ofSession(name);
      const key = held === undefined ? await load(name) : held;
      if (key !== null && !cache.touched(nameOf(name), touchMilliseconds)) await rows.touch(key.key_id);
      return key;
    },
    byIds: async (ids) => {
      await destroyed.stayFresh();
      const found = new Map<string, SealingKey | null>();
      const missing: string[] = [];
      for (const id of ids) {
        const key = cache.get(id);
        if (key === undefined) missing.push(id);
        else found.set(id, key);
      }
      for (const row of missing.length === 0 ? [] : await rows.load(missing)) {
        const key = keyOf(row);
        cache.put(row.key_id, key, row);
        found.set(row.key_id, key);
      }
      return new Map([...found].flatMap(([id, key]) => (key === null ? [] : [[id, key] as const])));
    },
    listen: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(() => {
        looking = destroyed.refresh().catch(() => undefined);
      }, lookMilliseconds).unref();
      return () => listeners.delete(listener);
    },
    refresh: () => destroyed.refresh(),
    close: async () => {
      clearInterval(timer);
      listeners.clear();
      await looking;
    },
  };
};
