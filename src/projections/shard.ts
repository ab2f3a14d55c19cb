import { keyOf } from './store/key.ts';

/** Shards of every projection. Rows say which one they belong to, so that another number needs a new version of them all. */
export const shardCount = 16;

export const allShards: readonly number[] = Array.from({ length: shardCount }, (_, shard) => shard);

/** FNV-1a over UTF-16 code units, mixed once more because its low bits alone are weak. The same in every process, always. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The shard of a session, or of whatever else a tenant has by that id. */
export const shardOf = (tenantId: string, sessionId: string): number =>
  hashOf(keyOf(tenantId, sessionId)) % shardCount;
