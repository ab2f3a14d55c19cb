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
import { evidenceLevel, reasonCode, serverStatus, serverStatuses, source, witness } from './words.ts';

const sessionServer = object('A server of the current attempt, in short.', {
  name: text(),
  source: nullable(source),
  status: serverStatus,
  evidence: evidenceLevel,
  reason_code: nullable(reasonCode),
  tool_count: nullable(whole()),
  used_at: nullable(instant()),
});

const statusMembers = {
  session_id: text(),
  task_id: nullable(text()),
  agent_id: nullable(text()),
  client: nullable(ref('ClientInfo')),
  host: nullable(text()),
  working_directory: nullable(text('The last segment only.')),
  current_attempt_id: text(),
  ordinal: { type: 'integer', minimum: 1 },
  connected: yesNo(
    'The execution of the current attempt has not ended, and the lease of its executor is alive: renewed over its socket, or for 15 minutes by any evidence where it holds none.',
  ),
  started_at: instant(),
  last_activity_at: instant(),
  ended_at: nullable(instant()),
  session_error: nullable(ref('SessionError')),
  servers: listOf(ref('SessionServer')),
  counts: {
    type: 'object',
    description: 'Status to the number of servers in it.',
    propertyNames: { enum: serverStatuses },
    additionalProperties: whole(),
  },
  position: logPosition('Of the newest event that is folded in.'),
};

const nextCursor = nullable(text('Give it as `cursor` for the next page; null on the last.'));

const sessionList = object('One page of sessions; over all pages every session is given once.', {
  connected: listOf(ref('SessionStatus'), { description: 'Those that are connected.' }),
  sessions: listOf(ref('SessionStatus'), { description: 'The others.' }),
  next_cursor: nextCursor,
});

const taskSession = {
  allOf: [
    ref('SessionStatus'),
    object('', {
      metadata: object('What is kept with the session.', { mcp_attachment_state: ref('History') }),
    }),
  ],
};

const recordedEvent = object('One fact as the log holds it. Catalogs lie apart, by digest.', {
  event_id: text(),
  type: text('Type of the event; more may be added.'),
  attachment_attempt_id: text(),
  occurred_at: instant("By the producer's clock."),
  producer: object('Who made it, and its place in that order.', { id: text(), sequence: whole() }),
  witness,
  data: { type: 'object', description: 'What the type says.' },
  tenant_id: text(),
  session_id: text(),
  stream_position: whole("Place in the attempt's stream, from 0."),
  global_position: logPosition('Place in the log.'),
  recorded_at: instant(),
  schema_version: whole(),
});

const eventPage = object('Recorded events in stream order.', {
  events: listOf(ref('RecordedEvent')),
  next_after: nullable(whole('Give it as `after` for the next page; null when there was no event after it.')),
});

const sessionAttempt = object('An attempt by its place in its session.', {
  attachment_attempt_id: text(),
  ordinal: { type: 'integer', minimum: 1 },
  started_at: instant('By the clock of the producer that opened it.'),
  recorded_at: instant('When it took its place.'),
  global_position: logPosition('Place in the log.'),
});

const sessionAttemptPage = object('Attempts of one session in the order of their ordinals.', {
  attempts: listOf(ref('SessionAttempt')),
  next_after: nullable(
    whole('Give it as `after` for the next page; null when there was no attempt after it.'),
  ),
});

export const sessionSchemas: Readonly<Record<string, Schema>> = {
  SessionServer: sessionServer,
  SessionStatus: object('A session and its current attempt, in short.', statusMembers),
  SessionList: sessionList,
  TaskSession: taskSession,
  TaskSessionList: object('The sessions of one task, newest first.', {
    sessions: listOf(ref('TaskSession')),
    next_cursor: nextCursor,
  }),
  RecordedEvent: recordedEvent,
  EventPage: eventPage,
  SessionAttempt: sessionAttempt,
  SessionAttemptPage: sessionAttemptPage,
};
