import type { DataSource } from 'typeorm';
import { sessionReports } from '../definition.ts';
import { historyOf } from '../fold/session-view.ts';
import { readSession } from '../read/read-session.ts';
import type { Changes } from './changes.ts';
import { type Followed, lookForMoves, type Moved } from './follow.ts';
import { listenForMoves } from './listen.ts';
import type { Ownership } from './ownership.ts';
import type { Progress } from './progress.ts';

export interface FollowRows {
  readonly dataSource: DataSource;
  readonly changes: Changes;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Tries to become the owner; asked at least once in `milliseconds`. */
  readonly tryOwn: () => Promise<Ownership | null>;
  readonly milliseconds: number;
}

/** Tells what the owner writes, until this process becomes the owner itself. Null: stopped. */
export async function followRows(follow: FollowRows): Promise<Ownership | null> {
  const { dataSource, progress, signal, milliseconds } = follow;
  const listening = await listenForMoves(dataSource);
  let followed: Followed | null = null;
  let asked = performance.now();
  try {
    while (!signal.aborted) {
      const look = await lookForMoves(dataSource, sessionReports.name, followed);
      followed = look.followed;
      for (const moved of look.moved) publish(follow, moved);
      progress.advance(followed.position);
      if (look.more) continue;
      await listening.next(milliseconds, signal);
      if (performance.now() - asked < milliseconds) continue;
      const ownership = await follow.tryOwn();
      if (ownership !== null) return ownership;
      asked = performance.now();
    }
    return null;
  } finally {
    await listening.close();
  }
}

/** A change whose report is read from the rows, once for all who ask. */
function publish({ dataSource, changes }: FollowRows, { tenant_id, session_id, position }: Moved): void {
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
