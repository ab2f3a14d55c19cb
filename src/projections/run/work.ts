import type { LogEvent, Position } from '@mcp-witness/event-log';
import type { FoldedPage } from '../fold/fold-page.ts';
import type { SessionView } from '../fold/session-view.ts';
import { keyOf } from '../store/key.ts';
import { startOf } from '../store/checkpoint.ts';
import type { Checkpoint, Commit, Skipped } from '../store/projection-store.ts';
import type { CatalogNeeds } from '../store/records.ts';
import type { WorkingSet } from './working-set.ts';

/** What was folded since the last commit. */
export interface Work {
  readonly checkpoint: Checkpoint;
  readonly position: Position;
  readonly recorded_at: string | null;
  readonly events: number;
  readonly skipped: Skipped | null;
  readonly sessions: ReadonlyMap<string, SessionView>;
  readonly catalogs: ReadonlyMap<string, CatalogNeeds>;
}

export const noWork = (checkpoint: Checkpoint): Work => ({
  checkpoint,
  position: startOf(checkpoint),
  recorded_at: null,
  events: 0,
  skipped: null,
  sessions: new Map(),
  catalogs: new Map(),
});

/** The work with one more page. */
export function addPage(work: Work, page: readonly LogEvent[], folded: FoldedPage): Work {
  const last = page.at(-1);
  const sessions = new Map(work.sessions);
  for (const view of folded.sessions) {
    sessions.set(keyOf(view.session.tenant_id, view.session.session_id), view);
  }
  const catalogs = new Map(work.catalogs);
  for (const need of folded.catalogs) catalogs.set(keyOf(need.tenant_id, need.attachment_attempt_id), need);
  return {
    checkpoint: work.checkpoint,
    position: last?.position ?? work.position,
    recorded_at: last?.recorded_at ?? work.recorded_at,
    events: work.events + page.length,
    skipped: addSkipped(work.skipped, folded.skipped),
    sessions,
    catalogs,
  };
}

function addSkipped(earlier: Skipped | null, later: Skipped | null): Skipped | null {
  if (earlier === null || later === null) return later ?? earlier;
  return { count: earlier.count + later.count, position: later.position };
}

/** The work as the store takes it. */
export const toCommit = (work: Work, set: WorkingSet): Commit => ({
  checkpoint: work.checkpoint,
  position: work.position,
  recorded_at: work.recorded_at,
  skipped: work.skipped,
  catalogs: [...work.catalogs.values()],
  ...set.changed(),
});
