import { chainHash, chainStart, dataDigest } from '../chain.ts';
import { timeOf } from '../instant.ts';
import { type Append, type LogEvent } from '../port.ts';
import { Position } from '../position.ts';
import { type Outcome } from '../engine/engine.ts';

interface Store {
  append(append: Append): Outcome;
  stream(tenantId: string, stream: string): readonly LogEvent[];
  all(after: Position, limit: number): readonly LogEvent[];
  head(): Position;
}

export function createStore(): Store {
  const events: LogEvent[] = [];
  const streams = new Map<string, LogEvent[]>();
  let recorded = 0n;

  const streamOf = (tenantId: string, stream: string): LogEvent[] =>
    streams.get(`${tenantId}\0${stream}`) ?? [];

  function record(append: Append, stored: LogEvent[]): void {
    for (const event of append.events) {
      const now = BigInt(Date.now()) * 1000n;
      recorded = now > recorded ? now : recorded + 1n;
      const unchained = {
        ...event,
        tenant_id: append.tenant_id,
        stream: append.stream,
        stream_position: stored.length,
        position: String(events.length + 1) as Position,
        append_id: append.append_id.toLowerCase(),
        recorded_at: timeOf(recorded),
        digest: dataDigest(event.data),
      };
      const whole = { ...unchained, hash: chainHash(stored.at(-1)?.hash ?? chainStart, unchained) };
      events.push(whole);
      stored.push(whole);
    }
  }

  return {
    append(append) {
      const stored = streamOf(append.tenant_id, append.stream);
      const { expected } = append;
      const known = expected === stored.length ? -1 : firstOf(append, stored);
      if (known >= 0)
        return isSame(append, stored, known)
          ? landed('duplicate', append, stored, known)
          : { outcome: 'mismatch' };
      const { length } = stored;
      if (expected !== 'any' && expected !== length) return { outcome: 'conflict', length };
      streams.set(`${append.tenant_id}\0${append.stream}`, stored);
      record(append, stored);
      return landed('appended', append, stored, length);
    },
    stream: streamOf,
    all(after, limit) {
      const first = after.length > 15 ? events.length : Number(after);
      return events.slice(first, first + limit);
    },
    head: () => events.at(-1)?.position ?? Position.start,
  };
}

/** Where this append is already, or -1: with a length expected it can only be there. */
function firstOf({ append_id, expected }: Append, stored: readonly LogEvent[]): number {
  const id = append_id.toLowerCase();
  if (expected === 'any') return stored.findIndex((event) => event.append_id === id);
  return stored[expected]?.append_id === id ? expected : -1;
}

function isSame(append: Append, stored: readonly LogEvent[], first: number): boolean {
  const id = append.append_id.toLowerCase();
  const same = stored.slice(first).filter((event) => event.append_id === id);
  return (
    same.length === append.events.length &&
    append.events.every((event, index) => {
      const other = same[index];
      return (['id', 'type', 'schema_version', 'data', 'meta', 'key_id'] as const).every(
        (field) => event[field] === other?.[field],
      );
    })
  );
}

function landed(
  outcome: 'appended' | 'duplicate',
  append: Append,
  stored: readonly LogEvent[],
  first: number,
): Outcome {
  const last = stored[first + append.events.length - 1];
  return { outcome, stream_position: first, position: last?.position ?? Position.start };
}
