import { allShards, hashOf } from '../shard.ts';

/**
 * The shards that each process is to have: for every shard the process that ranks highest for it and is not full yet.
 * Everyone who knows the same processes comes to the same answer; no process has more than its even part, rounded up;
 * and when one comes or goes most shards stay where they are.
 */
export function sharesOf(processes: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const shares = new Map<string, number[]>(processes.map((id) => [id, []]));
  const room = Math.ceil(allShards.length / Math.max(processes.length, 1));
  for (const shard of allShards) {
    const ranked = [...shares.keys()].sort(
      (a, b) => hashOf(`${shard}\n${b}`) - hashOf(`${shard}\n${a}`) || (a < b ? -1 : 1),
    );
    const taker = ranked.find((id) => (shares.get(id)?.length ?? 0) < room);
    if (taker !== undefined) shares.get(taker)?.push(shard);
  }
  return shares;
}
