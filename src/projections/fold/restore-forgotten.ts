import { type EventLog, type LogEvent, Position } from '@mcp-witness/event-log';
import { attemptStream, sessionStream } from '../../log/streams.ts';
import type { WorkingSet } from '../run/working-set.ts';
import { keyOf } from '../store/key.ts';
import { attemptOf, type EvidenceFact, type Fact, readFact } from './fact.ts';

/** What the log holds of rows that went with the end of their retention, in its order, and is needed again. */
export interface Forgotten {
  /** Of sessions that have no row. */
  readonly sessions: readonly Fact[];
  /** Of attempts that have none, though their session has. */
  readonly attempts: readonly EvidenceFact[];
}

type Log = Pick<EventLog, 'readStream'>;

const pageSize = 1_000;

/** Null: it stands for no fact, or cannot be read, as when it was met for the first time. */
const factOf = (event: LogEvent): Fact | null => {
  try {
    return readFact(event);
  } catch {
    return null;
  }
};

/** Facts of a stream that came before a position. */
const factsOf = async (
  log: Log,
  tenant_id: string,
  stream: string,
  before: Position,
): Promise<readonly Fact[]> => {
  const facts: Fact[] = [];
  for (let from = 0; ; from += pageSize) {
    const page = await log.readStream({ tenant_id, stream, from, limit: pageSize });
    const earlier = page.filter(({ position }) => Position.compare(position, before) < 0);
    facts.push(...earlier.flatMap((event) => factOf(event) ?? []));
    if (earlier.length < pageSize) return facts;
  }
};

const wholeSession = async (
  log: Log,
  { tenant_id, session_id, position }: Fact,
): Promise<readonly Fact[]> => {
  const claims = await factsOf(log, tenant_id, sessionStream(session_id), position);
  const facts = [...claims];
  for (const claim of claims)
    facts.push(...(await factsOf(log, tenant_id, attemptStream(attemptOf(claim)), position)));
  return facts.sort((a, b) => Position.compare(a.position, b.position));
};

const wholeAttempt = async (log: Log, fact: EvidenceFact): Promise<readonly EvidenceFact[]> => {
  const { tenant_id, event, position } = fact;
  const facts = (await factsOf(log, tenant_id, event.stream, position)).filter(
    (one): one is EvidenceFact => one.kind === 'evidence',
  );
  return facts[0]?.event.stream_position === 0 ? facts : [];
};

const hasRow = (set: WorkingSet, fact: Fact): boolean =>
  fact.kind === 'claim'
    ? set.session(fact.tenant_id, fact.session_id) !== undefined
    : set.attempt(fact.tenant_id, attemptOf(fact)) !== undefined;

/** The first facts of a page that go on where there is no row: those of whole sessions, and those of attempts alone. */
const lackingIn = (
  set: WorkingSet,
  facts: readonly Fact[],
): { readonly sessions: readonly Fact[]; readonly attempts: readonly EvidenceFact[] } => {
  const met = new Set<string>();
  const sessions = new Map<string, Fact>();
  const attempts: EvidenceFact[] = [];
  for (const fact of facts) {
    const { tenant_id, session_id, event } = fact;
    if (event.stream_position > 0 && hasRow(set, fact)) continue;
    const stream = keyOf(tenant_id, event.stream);
    const session = keyOf(tenant_id, session_id);
    const isFollowing = event.stream_position > 0 && !met.has(stream) && !sessions.has(session);
    met.add(stream);
    if (!isFollowing) continue;
    if (set.session(tenant_id, session_id) === undefined) sessions.set(session, fact);
    else if (fact.kind === 'evidence') attempts.push(fact);
  }
  return { sessions: [...sessions.values()], attempts };
};

/**
 * Reads again what rows of a page need that are there no more, so that late evidence makes of them what a rebuild makes.
 * After the rows of the page were loaded; rejects when the log does, and nothing was folded then.
 */
export const readForgotten = async (
  set: WorkingSet,
  log: Log,
  facts: readonly Fact[],
): Promise<Forgotten> => {
  const lacking = lackingIn(set, facts);
  const sessions: Fact[] = [];
  for (const fact of lacking.sessions) sessions.push(...(await wholeSession(log, fact)));
  const attempts: EvidenceFact[] = [];
  for (const fact of lacking.attempts) attempts.push(...(await wholeAttempt(log, fact)));
  return { sessions, attempts };
};
