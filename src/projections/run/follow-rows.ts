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
}

/** Tells what others write to the rows. */
export interface RowFollower {
  /** Goes on until `signal` aborts. Rejects when the rows cannot be read. */
  follow(listening: Listening): Promise<void>;
  /** Tells what a former owner of these shards wrote, and nothing of them from then on: this process writes them itself. */
  own(shards: readonly number[]): Promise<void>;
  /** This process writes none of them any more. */
  disown(): void;
}

/** How long nothing may be heard before it is looked all the same. */
const patienceMilliseconds = 1_000;

export function rowFollower(options: FollowRows): RowFollower {
  const { signal } = options;
  const owned = new Set<number>();
  let last: Promise<void> = Promise.resolve();
  // One look after the other: two at once would both tell what moved since the same place.
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
  const look = (): Promise<void> => tellMoves(options, owned);
  return {
    async follow(listening) {
      while (!signal.aborted) {
        await inTurn(look);
        await listening.next(patienceMilliseconds, signal);
      }
    },
    own: (shards) =>
      inTurn(async () => {
        await look();
        for (const shard of shards) owned.add(shard);
      }),
    disown() {
      owned.clear();
    },
  };
}

/**
 * Tells what moved since this process told last, whoever wrote it, and moves the progress there. One that has told
 * nothing yet has nobody who waits for it, and begins with what is.
 */
async function tellMoves(follow: FollowRows, owned: ReadonlySet<number>): Promise<void> {
  const { dataSource, progress, signal } = follow;
  while (!signal.aborted) {
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
