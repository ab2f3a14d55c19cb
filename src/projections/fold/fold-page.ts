import type { EventLog, LogEvent, Position } from '@mcp-witness/event-log';
import type { WorkingSet } from '../run/working-set.ts';
import type { Skipped } from '../store/projection-store.ts';
import type { CatalogNeeds } from '../store/records.ts';
import { attemptOf, readFact } from './fact.ts';
import { foldAttemptAgain, foldFact, type Touched } from './fold-fact.ts';
import { later } from './later.ts';
import { readForgotten } from './restore-forgotten.ts';
import { catalogNeeds, showSession } from './show-session.ts';
import type { SessionView } from './session-view.ts';

/** What one page of the log changed. */
export interface FoldedPage {
  /** Each session once whose report is not what it was. */
  readonly sessions: readonly SessionView[];
  readonly catalogs: readonly CatalogNeeds[];
  readonly skipped: Skipped | null;
}

type Skip = (event: LogEvent, error: unknown) => void;

/**
 * Folds a page of `log` into the working set. Rejects when rows could not be read, and then nothing was folded.
 * An event that cannot be read or folded is given to `skip`, and the rest of the page is folded without it.
 */
export async function foldPage(
  set: WorkingSet,
  log: Pick<EventLog, 'readStream'>,
  page: readonly LogEvent[],
  skip: Skip,
): Promise<FoldedPage> {
  const failures: [LogEvent, unknown][] = [];
  const guarded = <Result>(event: LogEvent, act: () => Result): Result | null => {
    try {
      return act();
    } catch (error) {
      failures.push([event, error]);
      return null;
    }
  };
  const facts = page.flatMap((event) => guarded(event, () => readFact(event)) ?? []);
  await set.load(
    facts.map((fact) => ({ tenant_id: fact.tenant_id, id: attemptOf(fact) })),
    facts.map((fact) => ({ tenant_id: fact.tenant_id, id: fact.session_id })),
  );
  const forgotten = await readForgotten(set, log, facts);
  const touched = new Map<string, Touched>();
  for (const fact of forgotten.attempts) {
    guarded(fact.event, () => {
      foldAttemptAgain(set, fact);
    });
  }
  for (const fact of [...forgotten.sessions, ...facts]) {
    guarded(fact.event, () => {
      foldFact(set, fact, touched);
    });
  }
  for (const [event, error] of failures) skip(event, error);
  return { ...show(set, touched.values()), skipped: skippedOf(failures.map(([event]) => event.position)) };
}

function show(set: WorkingSet, touched: Iterable<Touched>): Pick<FoldedPage, 'sessions' | 'catalogs'> {
  const sessions: SessionView[] = [];
  const catalogs: CatalogNeeds[] = [];
  for (const session of touched) {
    const view = showSession(set, session);
    if (view.session.status !== null) sessions.push(view);
    if (session.catalogs) catalogs.push(...catalogNeeds(view, session.former));
  }
  return { sessions, catalogs };
}

function skippedOf(positions: readonly Position[]): Skipped | null {
  const [first, ...rest] = positions;
  if (first === undefined) return null;
  return { count: positions.length, position: rest.reduce(later, first) };
}
