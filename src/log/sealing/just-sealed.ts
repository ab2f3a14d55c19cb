import { type LogEvent } from '@mcp-witness/event-log';
import { type Payload, type Place } from './cipher.ts';

interface Sealed extends Place, Payload {
  readonly sealed: string;
}

/** What this process sealed a short while ago: its own projections read that back at once, and need not open it. */
export interface JustSealed {
  put(place: Place, payload: Payload, sealed: string): void;
  /** Undefined unless the very text was sealed for that very place. Who takes it is the last: it is let go of. */
  take(event: LogEvent): Payload | undefined;
  clear(): void;
}

/** Remembers `limit` characters of sealed text. */
export const createJustSealed = (limit = 16 * 1024 * 1024): JustSealed => {
  const held = new Map<string, Sealed>();
  let size = 0;
  const drop = (id: string): void => {
    size -= held.get(id)?.sealed.length ?? 0;
    held.delete(id);
  };
  return {
    put({ tenant_id, stream, id, type }, { data, meta }, sealed) {
      drop(id);
      held.set(id, { tenant_id, stream, id, type, data, meta, sealed });
      size += sealed.length;
      for (const oldest of held.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
    take({ id, tenant_id, stream, type, data }) {
      const found = held.get(id);
      if (found === undefined) return undefined;
      const isSame =
        found.sealed === data &&
        found.stream === stream &&
        found.type === type &&
        found.tenant_id === tenant_id;
      if (isSame) drop(id);
      return isSame ? found : undefined;
    },
    clear() {
      held.clear();
      size = 0;
    },
  };
};
