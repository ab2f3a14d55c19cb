import {
  instant,
  listOf,
  logPosition,
  nullable,
  object,
  ref,
  type Schema,
  text,
  whole,
  yesNo,
} from '../../http/schema.ts';
import { entry, reasonCode, witness } from './words.ts';

const sessionError = object('Why the session call was refused.', {
  reason_code: reasonCode,
  summary: text('At most 256 bytes of UTF-8.'),
  at: instant(),
});

const evidenceLost = object('What is missing from the evidence.', {
  count: whole('Events that an executor had to drop.'),
  gaps: whole("Numbers missing in the producers' sequences."),
});

const timelineEntry = object('One step of the timeline; repeated calls share one.', {
  kind: text('Type of the event.'),
  server_name: nullable(text()),
  occurred_at: instant("By the producer's clock."),
  recorded_at: instant(),
  witness,
  reason_code: nullable(reasonCode),
  summary: nullable(text()),
  connection_id: nullable(text()),
  count: whole('How many events it stands for.'),
  clock_skew: yesNo("The producer's clock was more than five minutes off."),
});

const finding = object('Something worth knowing that is no status.', {
  code: text('Stable; more may be added.'),
  server_name: nullable(text()),
  summary: text(),
});

const attempt = object('One attachment attempt: the fold of its events.', {
  attachment_attempt_id: text(),
  ordinal: { type: 'integer', minimum: 1, description: 'Its place among the attempts of its session.' },
  task_id: nullable(text()),
  session_id: text(),
  execution_id: nullable(text()),
  agent_id: nullable(text()),
  agent_profile_id: nullable(text()),
  acp_session_id: nullable(text()),
  entry,
  forked_from: nullable(text('Session id of the parent of a fork.')),
  started_at: instant(),
  accepted_at: nullable(instant()),
  updated_at: instant('When the last event that changed this attempt was recorded.'),
  superseded_at: nullable(instant()),
  superseded_by: nullable(text()),
  ended_at: nullable(instant()),
  end_reason_code: nullable(reasonCode),
  session_error: nullable(ref('SessionError')),
  agent_kept_previous_attachment: yesNo(
    'The agent was still at work on the attachment before this one after this one had been delivered.',
  ),
  evidence_lost: ref('EvidenceLost'),
  servers: listOf(ref('Server')),
  evidence: listOf(ref('TimelineEntry'), { maxItems: 64 }),
  evidence_omitted: whole(),
  findings: listOf(ref('Finding')),
});

const history = object("A session's report: its current attempt and the two before it.", {
  version: { type: 'integer', const: 1 },
  session_id: text(),
  task_id: nullable(text()),
  current: ref('Attempt'),
  previous: listOf(ref('Attempt'), { maxItems: 2, description: 'Newest first.' }),
  position: logPosition('Of the newest event that is folded in.'),
});

export const attemptSchemas: Readonly<Record<string, Schema>> = {
  SessionError: sessionError,
  EvidenceLost: evidenceLost,
  TimelineEntry: timelineEntry,
  Finding: finding,
  Attempt: attempt,
  History: history,
};
