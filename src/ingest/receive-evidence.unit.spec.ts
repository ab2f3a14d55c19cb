import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type EventLog } from '@mcp-witness/event-log';
import { memoryEventLog } from '@mcp-witness/event-log/memory';
import { type Caller } from '../auth/caller.ts';
import { attemptStream } from '../log/streams.ts';
import { receiveEvidence } from './receive-evidence.ts';
import { readSession } from './session-claims.ts';
import { createWriter } from './writer.ts';

const idOf = (n: number): string => `0197a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const start = (attempt: number, session_id = 's'): Record<string, unknown> => ({
  event_id: idOf(100 + attempt),
  type: 'attempt-started',
  attachment_attempt_id: idOf(attempt),
  occurred_at: '2026-11-30T13:00:00Z',
  producer: { id: 'relay', sequence: 1 },
  witness: 'acp_relay',
  data: { session_id, entry: 'session/new' },
});

const delivered = (attempt: number): Record<string, unknown> => ({
  ...start(attempt),
  event_id: idOf(200 + attempt),
  type: 'server-delivered',
  producer: { id: 'relay', sequence: 2 },
  data: { server_name: 'hub', channel: 'acp', transport: 'http' },
});

const caller = { tenant_id: 'default', attachment_attempt_id: null } as Caller;

/** The earlier an attempt, the longer its stream takes to be read. */
const slowForTheFirst = (log: EventLog, attempts: number): EventLog => ({
  ...log,
  readStream: async (read) => {
    for (let n = 1; n <= attempts; n += 1) {
      if (read.stream !== attemptStream(idOf(n))) continue;
      for (let wait = n; wait <= attempts * 4; wait += 1) await turnOfTheLoop();
    }
    return log.readStream(read);
  },
});

describe('the attempts of one request', () => {
  it('take their places in their session in the order of their starts, however long each of them takes', async () => {
    const log = slowForTheFirst(memoryEventLog(), 6);
    const writer = createWriter(log, { put: () => Promise.resolve() });
    const { accepted } = await receiveEvidence(writer, caller, [
      delivered(6),
      ...[1, 2, 3].map((n) => start(n)),
      start(4, 'other'),
      ...[5, 6].map((n) => start(n)),
      ...[1, 2, 3, 5].map(delivered),
    ]);
    expect(accepted).toBe(11);
    const { claims } = await readSession(log, { tenant_id: 'default', session_id: 's', task_id: null });
    expect(claims.map(({ attachment_attempt_id }) => attachment_attempt_id)).toEqual(
      [6, 5, 3, 2, 1].map(idOf),
    );
    expect(claims.map(({ superseded_by }) => superseded_by)).toEqual([null, ...[6, 5, 3, 2].map(idOf)]);
  });
});
