import {
  instant,
  listOf,
  nullable,
  object,
  ref,
  type Schema,
  text,
  whole,
  yesNo,
} from '../../http/schema.ts';
import { channel, era, evidenceLevel, reasonCode, serverStatus, source, transport } from './words.ts';

const clientInfo = object(
  'Name and version that an MCP client gave for itself.',
  { name: text(), version: nullable(text()) },
  ['version'],
);

const connection = object('One connection of a legacy MCP client.', {
  connection_id: text(),
  era,
  protocol_version: nullable(text()),
  client: nullable(ref('ClientInfo')),
  opened_at: instant(),
  tools_listed_at: nullable(instant()),
  closed_at: nullable(instant()),
  close_reason_code: nullable(reasonCode),
  tool_call_count: whole(),
});

const duplicate = object('A second configuration that came under the same name.', {
  transport,
  target: text(),
});

const endpointTest = object(
  'The newest test of the endpoint that an operator asked for; never attachment evidence.',
  {
    tested_at: instant(),
    reachable: yesNo(),
    succeeded: yesNo(),
    stage: nullable(text()),
    reason_code: nullable(reasonCode),
    warnings: listOf(text()),
    summary: nullable(text()),
    duration_ms: { type: 'number', minimum: 0 },
    budget_ms: { type: 'number', minimum: 0 },
    protocol_version: nullable(text()),
    tool_count: nullable(whole()),
    noise_lines: whole('Lines on standard output that are no messages; absent where none were counted.'),
  },
  ['noise_lines'],
);

const tool = object(
  'One tool of a catalog, within its limits.',
  {
    name: text(),
    description: nullable(text('At most 1,024 bytes of UTF-8.')),
    input_schema: {
      description: 'A JSON object, or null where it could not be kept.',
      type: ['object', 'null'],
    },
    input_schema_truncated: yesNo(),
    input_schema_reason: { type: ['string', 'null'], enum: ['too_large', 'invalid', null] },
    estimated_tokens: nullable(whole('Of the whole tool as served.')),
    text_cleaned: yesNo('Secrets or invisible characters were taken out of its text.'),
  },
  [
    'description',
    'input_schema',
    'input_schema_truncated',
    'input_schema_reason',
    'estimated_tokens',
    'text_cleaned',
  ],
);

const tools = nullable(
  listOf(ref('Tool'), {
    maxItems: 128,
    description: 'By name. Null where they were not listed or are not kept.',
  }),
);

const moments = Object.fromEntries(
  ['configured', 'filtered', 'delivered', 'connected', 'tools_listed', 'used', 'failed', 'disconnected'].map(
    (name) => [`${name}_at`, nullable(instant())],
  ),
);

const catalogMembers = {
  tool_count: nullable(whole('Entries served in the walk; null until listed.')),
  tools_list_complete: nullable(yesNo()),
  tools_stale: yesNo('The server said that its list changed, and it was not listed since.'),
  tools,
  tool_catalog_truncated: yesNo(),
  tool_catalog_digest: nullable(text('Who holds a catalog of this digest keeps its tools.')),
  tool_token_estimator: nullable(text()),
  estimated_tokens_total: nullable(whole()),
};

const server = object(
  'One MCP server of one attempt, and what is known of it.',
  {
    name: text('As configured; compared byte for byte.'),
    source: nullable(source),
    transport: nullable(transport),
    target: nullable(text('`scheme://host[:port]`, or the basename of an executable.')),
    observed: yesNo('Its traffic is seen by us.'),
    status: serverStatus,
    evidence: evidenceLevel,
    reason_code: nullable(reasonCode),
    summary: nullable(text('At most 256 bytes of UTF-8.')),
    channel: nullable(channel),
    protocol_version: nullable(text()),
    era: nullable(era),
    client: nullable(ref('ClientInfo')),
    connection_id: nullable(text('The newest connection.')),
    connections: listOf(ref('Connection'), { maxItems: 8, description: 'Newest first.' }),
    connection_count: whole(),
    duplicates: listOf(ref('Duplicate')),
    ...moments,
    ...catalogMembers,
    tool_call_count: whole(),
    tool_error_count: whole(),
    problem_report_count: whole('How often the agent said that something is wrong with it.'),
    problem_reported_at: nullable(instant()),
    endpoint_test: nullable(ref('EndpointTest')),
  },
  ['tools'],
);

const serverTools = object('The tools of one server of the current attempt.', {
  name: text(),
  ...catalogMembers,
});

export const serverSchemas: Readonly<Record<string, Schema>> = {
  ClientInfo: clientInfo,
  Connection: connection,
  Duplicate: duplicate,
  EndpointTest: endpointTest,
  Tool: tool,
  Server: server,
  ServerTools: serverTools,
};
