import { instant, listOf, nullable, object, type Schema, text, whole, yesNo } from '../http/schema.ts';

const endpointTestResult = object('What a test of an endpoint found. Codes are stable; more may be added.', {
  session_id: text(),
  attachment_attempt_id: text(),
  server_name: text(),
  tested_at: instant(),
  reachable: yesNo('Something answered, if only with a no.'),
  succeeded: yesNo('The protocol was accepted, and the tools were listed.'),
  stage: nullable(
    text('How far it came: `start`, `connect`, `initialize` or `tools_list`. Null: to the end.'),
  ),
  reason_code: nullable(text('Why it did not succeed.')),
  warnings: listOf(text('`stdout_noise`, `slow_start`, `pagination_loop`.')),
  summary: nullable(text('The same in words.')),
  duration_ms: { type: 'number', minimum: 0 },
  budget_ms: { type: 'number', minimum: 0 },
  protocol_version: nullable(text()),
  tool_count: nullable(whole()),
  noise_lines: whole('Lines that a stdio server wrote between its messages.'),
});

const recentOutput = object('What the agent wrote last beside its protocol.', {
  session_id: text(),
  sensitive: { type: 'boolean', const: true },
  lines: listOf(
    object('One line, at most 4,096 bytes of it.', {
      at: instant(),
      stream: { type: 'string', enum: ['stderr', 'stdout'] },
      text: text(),
    }),
    { maxItems: 50, description: 'Oldest first.' },
  ),
  omitted: whole('Lines that came before, and are not kept.'),
});

/** Component schemas of what executors answer. */
export const executorSchemas: Readonly<Record<string, Schema>> = {
  EndpointTestResult: endpointTestResult,
  RecentOutput: recentOutput,
};
