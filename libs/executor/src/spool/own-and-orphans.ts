import { type Backlog, batchOf } from './backlog.ts';
import { adopt, listSpools, type Orphan } from './orphans.ts';
import type { SpoolOwner } from './place.ts';

/** This process's own events first; where there are none, those that dead executors left in `directory`. */
export function withOrphans(
  own: Backlog,
  directory: string,
  self: SpoolOwner,
): Backlog & { release(): Promise<void> } {
  let orphan: Orphan | null = null;
  let takenFrom: Backlog = own;
  let left: Awaited<ReturnType<typeof listSpools>> | null = null;

  async function nextOrphan(): Promise<Orphan | null> {
    left ??= (await listSpools(directory, self.host)).filter((file) => file.orphaned);
    for (;;) {
      const [file, ...rest] = left;
      if (file === undefined) return null;
      left = rest;
      const adopted = await adopt(file, directory, self);
      if (adopted !== null) return adopted;
    }
  }

  return {
    async next() {
      const batch = await own.next();
      takenFrom = own;
      if (batch !== null) return batch;
      for (;;) {
        orphan ??= await nextOrphan();
        if (orphan === null) return null;
        const left = await orphan.next();
        takenFrom = orphan;
        if (left !== null) return batchOf(left.json, left.end, true);
        await orphan.finish();
        orphan = null;
      }
    },
    sent: (batch) => takenFrom.sent(batch),
    release: async () => orphan?.release(),
  };
}
