import { randomBytes } from 'node:crypto';

/** As executors mint them, rising with time. */
export const uuidV7 = (): string => {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

export const connectionId = '01936f0e-7c00-7000-8000-000000000003';

/** What is called most: a tool call of about 600 bytes. `sequence` is the producer's own count in the attempt. */
export const toolCall = (attempt: string, sequence: number): object => ({
  event_id: uuidV7(),
  type: 'tool-called',
  attachment_attempt_id: attempt,
  occurred_at: new Date().toISOString(),
  producer: { id: 'executor-01936f0e-7c00-7000-8000-000000000002', sequence },
  witness: 'in_session_endpoint',
  data: {
    server_name: 'hub',
    connection_id: connectionId,
    tool_name: 'list_issues',
    started_at: '2026-11-30T12:00:00.120000Z',
    duration_ms: 3,
    outcome: 'ok',
    result_bytes: 5120,
    round_trips: 1,
    workspace: 'project',
  },
});

/** Writes such calls of one attempt as JSON, by their sequence, at little cost: what is measured shares the processor with who asks. */
export const toolCallTexts = (attempt: string): ((sequence: number) => string) => {
  const text = JSON.stringify({ ...toolCall(attempt, 0), event_id: 'id' });
  const [head = '', middle = '', tail = ''] = text.split(/(?<="event_id":")id|(?<="sequence":)0/);
  return (sequence) => `${head}${uuidV7()}${middle}${sequence}${tail}`;
};
