import { type Schema, text } from '../../http/schema.ts';

/** An open list: the values known today, and room for more. */
const open = (description: string, examples: readonly string[]): Schema => ({
  ...text(`${description} An open list: take a value that you do not know as unknown.`),
  examples,
});

const closed = (description: string, values: readonly string[]): Schema => ({
  ...text(description),
  enum: values,
});

export const source = open('Where the server comes from.', ['built_in', 'profile', 'observed']);
export const transport = open('How it is reached.', ['stdio', 'http', 'sse', 'acp']);
export const channel = open('How its configuration reached the agent.', [
  'acp',
  'cli_flag',
  'config_file',
  'environment',
]);
export const witness = open('Who saw it.', [
  'resolver',
  'host',
  'acp_relay',
  'in_session_endpoint',
  'front',
  'observer',
  'agent',
  'operator',
]);
export const entry = open('What began the attempt.', [
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/reset',
  'passthrough',
  'observed',
]);
export const reasonCode = open('A stable reason.', ['policy_denied', 'connection_refused', 'agent_reported']);

export const era = closed('Legacy: `initialize` and sessions. Modern: stateless requests of 2026-07-28.', [
  'legacy',
  'modern',
]);

export const serverStatuses = [
  'configured',
  'filtered',
  'unavailable',
  'delivered',
  'connected',
  'active',
  'disconnected',
  'failed',
] as const;

export const serverStatus = closed('What is true of the server now.', serverStatuses);

export const evidenceLevel = closed('The highest that was reached in the attempt; never goes down.', [
  'configured',
  'delivered',
  'connected',
  'tools_loaded',
  'used',
]);
