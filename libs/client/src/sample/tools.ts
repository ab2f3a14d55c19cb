import type { CatalogTool } from '@mcp-witness/evidence';

/** What the built-in server of the sample lists: a schema with nesting among them, so that there is one to look at. */
export const sampleTools: readonly CatalogTool[] = [
  {
    name: 'report_mcp_problem',
    description:
      'Say that something is wrong with a server. It is counted and timed; your words are not kept.',
    input_schema: {
      type: 'object',
      properties: {
        server: { type: 'string', description: 'Its configured name.' },
        problem: {
          type: 'object',
          description: 'What is wrong.',
          properties: {
            kind: { enum: ['unreachable', 'wrong_answer', 'other'] },
            since: { type: 'string', format: 'date-time' },
          },
          required: ['kind'],
        },
      },
      required: ['server'],
    },
    estimated_tokens: 148,
  },
  {
    name: 'session_mcp_report',
    description: 'What this session really has: every MCP server, its status, and the evidence for it.',
    input_schema: { type: 'object', properties: {} },
    estimated_tokens: 61,
  },
  {
    name: 'session_mcp_server',
    description: 'Why one server is in its state.',
    input_schema: {
      type: 'object',
      properties: { server: { type: 'string', description: 'Its configured name.' } },
      required: ['server'],
    },
    estimated_tokens: 79,
  },
];
