import { attemptsOf, evolve, evolveSession, initialSession, initialState } from '@mcp-witness/evidence';
import type { WorkingSet } from '../run/working-set.ts';
import { keyOf } from '../store/key.ts';
import type { SessionRecord, ToolCallRecord } from '../store/records.ts';
import { attemptOf, type ClaimFact, type EvidenceFact, type Fact } from './fact.ts';
import { later } from './later.ts';

/** A session whose report a page changes. */
export interface Touched {
  readonly tenant_id: string;
  readonly session_id: string;
  /** What its attempts need of the catalogs may be another than before. */
  readonly catalogs: boolean;
  /** The attempts that its report was made from before the page. */
  readonly former: readonly string[];
}

/** Folds one fact into the working set, which holds all that it concerns. One that was folded before changes nothing. */
export function foldFact(set: WorkingSet, fact: Fact, touched: Map<string, Touched>): void {
  const before = set.session(fact.tenant_id, fact.session_id) ?? newSession(fact);
  const after = fact.kind === 'claim' ? foldClaim(before, fact) : foldAttempt(set, fact) ? before : null;
  if (after === null) return;
  const call = callOf(fact);
  const shows = after.attempts.includes(attemptOf(fact));
  const connected = isConnected(set, after);
  const next: { -readonly [Key in keyof SessionRecord]: SessionRecord[Key] } = { ...after };
  if (shows) next.position = later(before.position, fact.position);
  if (connected !== before.connected) {
    next.connected = connected;
    next.connected_changed = fact.position;
  }
  if (call !== null) {
    next.calls = before.calls + 1;
    if (errors.has(call.call.outcome)) next.errors = before.errors + 1;
    set.putCall(call);
  }
  set.putSession(next);
  if (shows) touch(touched, fact, before);
}

const newSession = ({ tenant_id, session_id, position }: Fact): SessionRecord => ({
  tenant_id,
  session_id,
  first_position: position,
  position,
  connected: false,
  connected_changed: position,
  state: initialSession(),
  attempts: [],
  status: null,
  history: null,
  calls: 0,
  errors: 0,
});

/** Outcomes that count as errors, as in the report of a server. */
const errors: ReadonlySet<string> = new Set(['tool_error', 'protocol_error']);

function callOf(fact: Fact): ToolCallRecord | null {
  if (fact.kind !== 'evidence' || fact.evidence.type !== 'tool-called') return null;
  const { tenant_id, session_id, position, evidence } = fact;
  const { attachment_attempt_id, recorded_at, data: call } = evidence;
  return { tenant_id, session_id, position, attachment_attempt_id, recorded_at, call };
}

/** Null: folded before. */
function foldClaim(session: SessionRecord, { claim }: ClaimFact): SessionRecord | null {
  const state = evolveSession(session.state, claim);
  return state === session.state ? null : { ...session, state, attempts: attemptsOf(state) };
}

/** False: folded before. */
function foldAttempt(set: WorkingSet, fact: EvidenceFact): boolean {
  const id = attemptOf(fact);
  const known = set.attempt(fact.tenant_id, id);
  // The start of the attempt cannot be read, and what follows says nothing without it.
  if (known === undefined && fact.evidence.stream_position > 0) return false;
  const before = known?.state ?? initialState();
  const state = evolve(before, fact.evidence);
  if (state === before) return false;
  set.putAttempt({
    tenant_id: fact.tenant_id,
    attachment_attempt_id: id,
    session_id: fact.session_id,
    position: later(known?.position ?? fact.position, fact.position),
    state,
  });
  return true;
}

/** Folds what went with an attempt's row, whose session still counts it. */
export function foldAttemptAgain(set: WorkingSet, fact: EvidenceFact): void {
  if (!foldAttempt(set, fact)) return;
  const call = callOf(fact);
  if (call !== null) set.putCall(call);
}

/** The newest attempt that is known has not seen its execution end; whether its executor lives is known elsewhere. */
function isConnected(set: WorkingSet, { tenant_id, attempts }: SessionRecord): boolean {
  for (const id of attempts) {
    const known = set.attempt(tenant_id, id);
    if (known !== undefined) return known.state.ended === null;
  }
  return false;
}

function touch(touched: Map<string, Touched>, fact: Fact, { attempts }: SessionRecord): void {
  const { tenant_id, session_id } = fact;
  const key = keyOf(tenant_id, session_id);
  const { catalogs, former } = touched.get(key) ?? { catalogs: false, former: attempts };
  const mayNeedOthers = fact.kind === 'claim' || fact.evidence.type === 'tools-listed';
  touched.set(key, { tenant_id, session_id, catalogs: catalogs || mayNeedOthers, former });
}
