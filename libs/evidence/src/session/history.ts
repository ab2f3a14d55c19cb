import { laterPosition } from '../attempt/evolve.ts';
import { toReport } from '../attempt/report.ts';
import { newest } from '../attempt/fact.ts';
import { finding } from '../attempt/findings.ts';
import type { AttemptState } from '../attempt/state.ts';
import { codes } from '../codes/codes.ts';
import type { Attempt, History, Server } from '../report/report.ts';
import { changedCatalogs } from './changed.ts';
import { droppedServers } from './dropped.ts';
import { keptPreviousAt } from './kept.ts';
import type { Claim, SessionState } from './state.ts';

const SHOWN = 3;

/** States of attempts, by id; undefined of one that is not at hand. */
export type AttemptStates = (attachmentAttemptId: string) => AttemptState | undefined;

/**
 * Ids of the attempts whose states a report of the session is made from, the current one first: the three shown, and
 * the one before them, for what a load left out.
 */
export function attemptsOf(session: SessionState): readonly string[] {
  return session.claims.slice(0, SHOWN + 1).map(({ attachment_attempt_id }) => attachment_attempt_id);
}

interface Placed {
  readonly claim: Claim;
  readonly state: AttemptState;
  /** The attempt right before it, when its state is at hand. */
  readonly before: AttemptState | null;
}

/** An attempt as its session sees it: its place, who superseded it, what it has in common with the ones before. */
function placedReport({ claim, state, before }: Placed, older: readonly AttemptState[]): Attempt {
  const report = toReport(state);
  const superseded_at = claim.superseded_at ?? report.superseded_at;
  const kept = keptPreviousAt(state, older);
  const dropped = droppedServers(state, before);
  const changed = changedCatalogs(state, before);
  const updated = [claim.superseded_at, kept].reduce<string>(
    (at, other) => (other === null ? at : newest(at, other)),
    report.updated_at,
  );
  return {
    ...report,
    ordinal: claim.ordinal,
    updated_at: updated,
    superseded_at,
    superseded_by: claim.superseded_by ?? report.superseded_by,
    agent_kept_previous_attachment: kept !== null,
    servers: [...report.servers, ...dropped.servers].map((server) =>
      superseded_at === null ? server : withoutCatalog(server),
    ),
    findings: [
      ...report.findings,
      ...dropped.findings,
      ...changed,
      ...(kept === null ? [] : [finding(codes.finding.keptPrevious, null)]),
    ],
  };
}

const withoutCatalog = (server: Server): Server => ({
  ...server,
  tools: null,
  tool_catalog_truncated: false,
  tool_token_estimator: null,
  estimated_tokens_total: null,
});

/** The claims, newest first, whose attempts' states are at hand. */
export function placedAttempts(session: SessionState, states: AttemptStates): readonly Placed[] {
  const held = session.claims.slice(0, SHOWN + 1).map((claim) => {
    const state = states(claim.attachment_attempt_id);
    return { claim, state: state === undefined || state.first_at === '' ? null : state };
  });
  return held.flatMap(({ claim, state }, index) =>
    state === null ? [] : [{ claim, state, before: held[index + 1]?.state ?? null }],
  );
}

/**
 * A session's report from its own order of attempts and their states ({@link attemptsOf} says which). An attempt whose
 * state is not at hand is left out; null when none is.
 */
export function toHistory(session: SessionState, states: AttemptStates): History | null {
  const placed = placedAttempts(session, states);
  const reports = placed.slice(0, SHOWN).map((attempt, index) =>
    placedReport(
      attempt,
      placed.slice(index + 1).map(({ state }) => state),
    ),
  );
  const [current, ...previous] = reports;
  if (current === undefined) return null;
  return {
    version: 1,
    session_id: session.session_id,
    task_id: current.task_id,
    current,
    previous,
    position: placed.reduce(
      (position, { state }) => laterPosition(position, state.position),
      session.position,
    ),
  };
}

function withoutToolsOf(server: Server): Server {
  const { tools, ...bare } = server;
  return tools === undefined ? server : bare;
}

/** The same report without tools: digests and counts stand, and a reader that holds a digest keeps its tools. */
export function withoutTools(history: History): History {
  const bare = (attempt: Attempt): Attempt => ({ ...attempt, servers: attempt.servers.map(withoutToolsOf) });
  return { ...history, current: bare(history.current), previous: history.previous.map(bare) };
}
