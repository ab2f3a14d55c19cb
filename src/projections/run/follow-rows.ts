import { Position } from '@mcp-witness/event-log';
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
  const { dataSource, signal, milliseconds } = follow;
  const listening = await listenForMoves(dataSource);
  let asked = performance.now();
  try {
    while (!signal.aborted) {
      await tellMoves(follow);
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

/**
 * Tells what moved since this process told last, whoever wrote it, and moves the progress there. One that has told
 * nothing yet has nobody who waits for it, and begins with what is.
 */
export async function tellMoves(follow: Omit<FollowRows, 'tryOwn' | 'milliseconds'>): Promise<void> {
  const { dataSource, progress, signal } = follow;
  const { position } = progress;
  let followed: Followed | null = position === Position.start ? null : { position };
  while (!signal.aborted) {
    const look = await lookForMoves(dataSource, sessionReports.name, followed);
    followed = look.followed;
    for (const moved of look.moved) publish(follow, moved);
    progress.advance(followed.position);
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
