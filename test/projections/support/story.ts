import { createHash, randomUUID } from 'node:crypto';
import type { EventLog } from '@mcp-witness/event-log';
import { decideClaim, type EvidenceEvent, evolveSession, initialSession } from '@mcp-witness/evidence';
import fc from 'fast-check';
import { decodeClaim, encodeClaim } from '../../../src/log/claim-codec.ts';
import { encodeEvidence, encodeIdentity } from '../../../src/log/evidence-codec.ts';
import { attemptStream, sessionStream } from '../../../src/log/streams.ts';

/** One thing that happens to a session: an attempt is opened, or its `attempt`-th newest attempt gives evidence. */
export interface Step {
  readonly session: number;
  readonly attempt: number;
  readonly what: 'open' | 'deliver' | 'accept' | 'list' | 'call' | 'fail' | 'close' | 'end';
  readonly server: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  session: fc.nat(2),
  attempt: fc.nat(4),
  what: fc.constantFrom('open', 'deliver', 'accept', 'list', 'call', 'fail', 'close', 'end'),
  server: fc.constantFrom('hub', 'a/b', '__proto__'),
});

/** What may happen to three sessions. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 1, maxLength: 40 });

const occurred_at = '2026-11-30T12:00:00Z';

export const tenantId = 'default';
export const sessionId = (session: number): string => `session-${session}`;

/** Digest of the catalog that a `list` step of this server names. */
export const digestOf = (server: string): string => createHash('sha256').update(server).digest('hex');

type Said = Pick<EvidenceEvent, 'type' | 'data'>;

const said: Record<Exclude<Step['what'], 'open'>, (server: string, connection: string) => unknown> = {
  deliver: (server_name) => ({
    type: 'server-delivered',
    data: { server_name, channel: 'acp', transport: 'http' },
  }),
  accept: (server_name, connection_id) => ({
    type: 'protocol-accepted',
    data: {
      server_name,
      era: 'legacy',
      protocol_version: '2025-11-25',
      connection_id,
      client: { name: 'agent' },
    },
  }),
  list: (server_name, connection_id) => ({
    type: 'tools-listed',
    data: {
      server_name,
      connection_id,
      tool_count: 2,
      pages: 1,
      complete: true,
      catalog_digest: digestOf(server_name),
    },
  }),
  call: (server_name, connection_id) => ({
    type: 'tool-called',
    data: {
      server_name,
      connection_id,
      tool_name: 'read',
      started_at: '2026-11-30T12:00:00Z',
      duration_ms: 3,
      outcome: 'ok',
      result_bytes: 10,
      round_trips: 1,
    },
  }),
  fail: (server_name) => ({
    type: 'attachment-failed',
    data: { server_name, reason_code: 'connection_refused', summary: 'Refused.' },
  }),
  close: (server_name, connection_id) => ({
    type: 'connection-closed',
    data: { server_name, connection_id, reason_code: 'stdin_closed' },
  }),
  end: () => ({ type: 'execution-ended', data: { reason_code: 'exited', exit_code: 0 } }),
};

/** Writes stories into a log as ingest would. Attempts are numbered from 1 over all sessions. */
export interface Storyteller {
  tell(steps: readonly Step[]): Promise<void>;
  /** Ids of the attempts of a session, newest first. */
  attempts(session: number): readonly string[];
}

const idOf = (kind: number, n: number): string =>
  `0197a000-000${kind}-7000-8000-${n.toString(16).padStart(12, '0')}`;

export function createStoryteller(log: EventLog): Storyteller {
  const attempts = new Map<number, string[]>();
  let events = 0;
  let opened = 0;

  const append = async (
    stream: string,
    batch: Parameters<EventLog['append']>[0]['events'],
  ): Promise<void> => {
    const append_id = randomUUID();
    await log.append({ append_id, tenant_id: tenantId, stream, expected: 'any', events: batch });
  };
  const event = (attempt: string, { type, data }: Said): EvidenceEvent => {
    events += 1;
    return {
      event_id: idOf(1, events),
      type,
      attachment_attempt_id: attempt,
      occurred_at,
      producer: { id: 'relay', sequence: events },
      witness: 'acp_relay',
      data,
    } as EvidenceEvent;
  };
  const write = async (session: number, attempt: string, batch: readonly Said[]): Promise<void> => {
    const identity = encodeIdentity({ session_id: sessionId(session), task_id: 'task' });
    await append(
      attemptStream(attempt),
      batch.map((one) => encodeEvidence(event(attempt, one), identity)),
    );
  };
  const claim = async (session: number, attempt: string): Promise<void> => {
    const stream = sessionStream(sessionId(session));
    const before = await log.readStream({ tenant_id: tenantId, stream });
    const state = before.map(decodeClaim).reduce(evolveSession, initialSession());
    const decision = decideClaim(state, {
      attachment_attempt_id: attempt,
      producer_id: 'relay',
      occurred_at,
    });
    if (decision.outcome === 'known') return;
    await append(stream, [encodeClaim(decision.event, { session_id: sessionId(session), task_id: 'task' })]);
  };
  const open = async (session: number): Promise<void> => {
    opened += 1;
    const attempt = idOf(0, opened);
    const former = attempts.get(session) ?? [];
    attempts.set(session, [attempt, ...former]);
    await claim(session, attempt);
    const start = {
      session_id: sessionId(session),
      task_id: 'task',
      agent_id: 'agent',
      entry: 'session/new',
    };
    const resolved = {
      server_name: 'hub',
      source: 'built_in',
      transport: 'http',
      target: 'http://localhost',
      observed: true,
    };
    await write(session, attempt, [
      { type: 'attempt-started', data: start },
      { type: 'server-resolved', data: resolved },
    ]);
    if (former[0] !== undefined)
      await write(session, former[0], [{ type: 'attempt-superseded', data: { by: attempt } }]);
  };

  return {
    async tell(story) {
      for (const { session, attempt, what, server } of story) {
        const ids = attempts.get(session) ?? [];
        const id = ids[attempt % Math.max(ids.length, 1)];
        if (what === 'open' || id === undefined) await open(session);
        else await write(session, id, [said[what](server, `connection-${attempt}`) as Said]);
      }
    },
    attempts: (session) => attempts.get(session) ?? [],
  };
}
