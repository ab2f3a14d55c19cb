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
} from '../http/schema.ts';

const clientActivity = object('A client with what all its sessions have together.', {
  client: nullable(ref('ClientInfo')),
  sessions: whole(),
  connected: whole('Those that are connected now.'),
  calls: whole('Tool calls of all attempts.'),
  errors: whole('Those of them that ended in an error.'),
  last_activity_at: nullable(instant()),
});

const milliseconds: Schema = { type: 'number', minimum: 0 };

const toolCall = object('One tool call; never its arguments or result.', {
  attachment_attempt_id: text(),
  server_name: text(),
  tool_name: nullable(text('Null for servers whose tools are not named.')),
  started_at: instant("By the producer's clock."),
  duration_ms: milliseconds,
  outcome: {
    ...text('How it ended. An open list: take a value that you do not know as unknown.'),
    examples: ['ok', 'tool_error', 'protocol_error', 'cancelled', 'unanswered', 'unread'],
  },
  error_code: nullable(text()),
  result_bytes: whole(),
  round_trips: whole(),
  connection_id: nullable(text('Null over the modern protocol, which has no connections.')),
  workspace: nullable(text()),
  position: logPosition('Of its event.'),
});

export const agentSchemas: Readonly<Record<string, Schema>> = {
  ClientActivity: clientActivity,
  ToolCall: toolCall,
  AgentList: object('One page of sessions, and totals by client over every session.', {
    connected: listOf(ref('SessionStatus'), { description: 'Those that are connected.' }),
    sessions: listOf(ref('SessionStatus'), { description: 'The others.' }),
    next_cursor: nullable(text('Give it as `cursor` for the next page; null on the last.')),
    clients: listOf(ref('ClientActivity'), { maxItems: 500, description: 'Latest activity first.' }),
  }),
  CallList: object('Tool calls, newest first.', {
    calls: listOf(ref('ToolCall')),
    next_before: nullable(text('Give it as `before` for the next page; null on the last.')),
  }),
};
