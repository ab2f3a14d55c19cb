/** About 600 bytes of JSON, the size of a usual evidence event with its envelope. */
export const payload = {
  event_id: '01936f0e-7c00-7000-8000-000000000000',
  attachment_attempt_id: '01936f0e-7c00-7000-8000-000000000001',
  occurred_at: '2026-11-30T12:00:00.123456Z',
  producer: { id: 'executor-01936f0e-7c00-7000-8000-000000000002', sequence: 17 },
  witness: 'in_session_endpoint',
  server_name: 'witness',
  connection_id: '01936f0e-7c00-7000-8000-000000000003',
  started_at: '2026-11-30T12:00:00.120000Z',
  duration_ms: 3.25,
  outcome: 'ok',
  result_bytes: 5120,
  round_trips: 1,
  client: { name: 'example-agent', version: '1.2.3' },
  note: 'n'.repeat(130),
};

export const text = JSON.stringify(payload);
