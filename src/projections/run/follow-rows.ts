import { Position } from '@mcp-witness/event-log';
import type { DataSource } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { historyOf } from '../fold/session-view.ts';
import { readSession } from '../read/read-session.ts';
import type { Changes } from './changes.ts';
import { lookForMoves, type Moved } from './follow.ts';
import type { Listening } from './listen.ts';
import type { Progress } from './progress.ts';

export interface FollowRows {
  readonly dataSource: DataSource;
  readonly changes: Changes;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Shards whose changes are not told here: this process writes them itself. */
  readonly owned: () => ReadonlySet<number>;
}

/** How long nothing may be heard before it is looked all the same. */
const patienceMilliseconds = 1_000;

/** Tells what other processes write, until `signal` aborts. Rejects when the rows cannot be read. */
export async function followRows(follow: FollowRows, listening: Listening): Promise<void> {
  while (!follow.signal.aborted) {
    await tellMoves(follow);
    await listening.next(patienceMilliseconds, follow.signal);
  }
}

/**
 * Tells what moved since this process told last, whoever wrote it, and moves the progress there. One that has told
 * nothing yet has nobody who waits for it, and begins with what is.
 */
export async function tellMoves(follow: FollowRows): Promise<void> {
  const { dataSource, progress, signal } = follow;
  while (!signal.aborted) {
    const owned = follow.owned();
    const look = await lookForMoves(dataSource, sessionReports.name, (shard) => {
      if (owned.has(shard)) return undefined;
      const position = progress.of(shard);
      return position === Position.start ? null : position;
    });
    for (const moved of look.moved) publish(follow, moved);
    progress.advance(look.shards);
    if (!look.more) return;
  }
}

/** A change whose report is read from the rows, once for all who ask. */
function publish(
  { dataSource, changes }: Pick<FollowRows, 'dataSource' | 'changes'>,
  { tenant_id, session_id, position }: Moved,
): void {
  let reading: ReturnType<typeof readSession> | null = null;
  changes.publish({
    tenant_id,
    session_id,
    position,
    durable: true,
    async read() {
      reading ??= readSession(dataSource, tenant_id, session_id);
      const session = await reading;
      return session && historyOf(session.view);
    },
  });
}
