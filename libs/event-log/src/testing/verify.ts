import { chainHash, chainStart, dataDigest } from '../chain.ts';
import type { LogEvent } from '../port.ts';

/** Positions of events whose digest, hash or place in their stream is wrong. `events`: a whole log in its order. */
export function brokenLinks(events: readonly LogEvent[]): readonly string[] {
  const ends = new Map<string, { readonly length: number; readonly hash: Uint8Array }>();
  const broken: string[] = [];
  for (const event of events) {
    const key = JSON.stringify([event.tenant_id, event.stream]);
    const { length, hash } = ends.get(key) ?? { length: 0, hash: chainStart };
    const right =
      event.stream_position === length &&
      equal(event.digest, dataDigest(event.data)) &&
      equal(event.hash, chainHash(hash, event));
    if (!right) broken.push(event.position);
    ends.set(key, { length: length + 1, hash: event.hash });
  }
  return broken;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
