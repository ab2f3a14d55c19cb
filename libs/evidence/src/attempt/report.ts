import type { RecordedEvidence } from '../events/events.ts';
import type { Attempt, SessionError, TimelineEntry } from '../report/report.ts';
import { evolve } from './evolve.ts';
import { attemptFindings } from './findings.ts';
import { initialState } from './initial.ts';
import { missingFrom } from './ranges.ts';
import { serverRow } from './rows.ts';
import type { AttemptState, HeldEntry, Start } from './state.ts';

function entryRow(held: HeldEntry): TimelineEntry {
  const { kind, server_name, occurred_at, recorded_at, witness } = held;
  const { reason_code, summary, connection_id, count, clock_skew } = held;
  return {
    kind,
    server_name,
    occurred_at,
    recorded_at,
    witness,
    reason_code,
    summary,
    connection_id,
    count,
    clock_skew,
  };
}

const gapsOf = ({ producers }: AttemptState): number =>
  producers.reduce((gaps, { seen }) => Math.min(gaps + missingFrom(seen, 1), Number.MAX_SAFE_INTEGER), 0);

const unknownStart = (started_at: string): Start => ({
  task_id: null,
  execution_id: null,
  agent_id: null,
  agent_profile_id: null,
  entry: 'observed',
  forked_from: null,
  host: null,
  working_directory: null,
  started_at,
});

function sessionErrorOf({ session_error }: AttemptState): SessionError | null {
  if (session_error === null) return null;
  const { reason_code, summary, at } = session_error;
  return { reason_code, summary: summary ?? '', at };
}

type Endings = Pick<Attempt, 'superseded_at' | 'superseded_by' | 'ended_at' | 'end_reason_code'>;

const endingsOf = ({ superseded, ended }: AttemptState): Endings => ({
  superseded_at: superseded?.at ?? null,
  superseded_by: superseded?.by ?? null,
  ended_at: ended?.at ?? null,
  end_reason_code: ended?.reason_code ?? null,
});

/**
 * What an attempt shows by its own events alone: as the first of its session, superseded when an event of its own says
 * so. An attempt's place in its session is added by `toHistory`. Of no events at all, texts are empty.
 */
export function toReport(state: AttemptState): Attempt {
  const start = state.start ?? unknownStart(state.first_at);
  return {
    attachment_attempt_id: state.attachment_attempt_id,
    ordinal: 1,
    task_id: start.task_id,
    session_id: state.session_id,
    execution_id: start.execution_id,
    agent_id: start.agent_id,
    agent_profile_id: start.agent_profile_id,
    acp_session_id: state.acp_session_id,
    entry: start.entry,
    forked_from: start.forked_from,
    started_at: start.started_at,
    accepted_at: state.accepted_at,
    updated_at: state.updated_at,
    ...endingsOf(state),
    session_error: sessionErrorOf(state),
    agent_kept_previous_attachment: false,
    evidence_lost: { count: state.lost, gaps: gapsOf(state) },
    servers: state.servers.map((server) => serverRow(server, state, state.superseded !== null)),
    evidence: state.timeline.entries.map(entryRow),
    evidence_omitted: state.timeline.omitted,
    findings: attemptFindings(state),
  };
}

/** The report of an attempt's events, in the order of their stream. */
export function fold(events: Iterable<RecordedEvidence>): Attempt {
  let state = initialState();
  for (const event of events) state = evolve(state, event);
  return toReport(state);
}
