import { setTimeout as pause } from 'node:timers/promises';
import { attemptBody, evidence, uuid } from '../../support/evidence.ts';
import { clientOf } from '../../support/service.ts';
import { type Access } from './service-pair.ts';

/** What writers were told was stored. */
export interface Written {
  /** Nothing more is written. */
  readonly stop: AbortController;
  /** `<attempt> <event id>` */
  readonly events: Set<string>;
  readonly attempts: Set<string>;
  /** Statuses that were neither success nor a loss of connection, and were tried again. */
  readonly refusals: number[];
  lostConnections: number;
}

export const nothingWritten = (): Written => ({
  stop: new AbortController(),
  events: new Set(),
  attempts: new Set(),
  refusals: [],
  lostConnections: 0,
});

let made = 0;
const number = (): number => (made += 1);

/** Sends the same until it is taken, as a client does that does not know what became of it. */
const insist = async (
  { url, apiKey }: Access,
  written: Written,
  path: string,
  body: unknown,
): Promise<unknown> => {
  for (;;) {
    try {
      const answer = await clientOf(url).post(path, body, { authorization: `Bearer ${apiKey}` });
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503)
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      written.refusals.push(answer.status);
    } catch (error) {
      // What fetch throws is of another realm than the test.
      if ((error as Error).name !== 'TypeError') throw error;
      written.lostConnections += 1;
    }
    await pause(20);
  }
};

type Said = Readonly<Record<string, unknown>>;

const call = (connection_id: string, n: number): Said => ({
  type: 'tool-called',
  data: {
    server_name: 'hub',
    connection_id,
    tool_name: `tool-${n % 3}`,
    started_at: '2026-11-30T13:00:02Z',
    duration_ms: n % 50,
    outcome: n % 4 === 0 ? 'tool_error' : 'ok',
    result_bytes: n,
    round_trips: 1,
  },
});

/** What the server itself sees of one connection. */
const seenByEndpoint = (connection_id: string, client: string): Said[] => [
  {
    type: 'protocol-accepted',
    data: {
      server_name: 'hub',
      era: 'legacy',
      protocol_version: '2025-11-25',
      connection_id,
      client: { name: client, version: '1' },
    },
  },
  {
    type: 'tools-listed',
    data: {
      server_name: 'hub',
      connection_id,
      tool_count: 1,
      pages: 1,
      complete: true,
      tools: [{ name: 'tool-1', description: `Of ${client}.`, input_schema: { type: 'object' } }],
    },
  },
  ...Array.from({ length: 6 }, (_, n) => call(connection_id, n)),
  { type: 'connection-closed', data: { server_name: 'hub', connection_id, reason_code: 'client_deleted' } },
];

const seenByRelay = (): Said[] => [
  { type: 'server-delivered', data: { server_name: 'hub', channel: 'acp', transport: 'http' } },
  {
    type: 'attachment-failed',
    data: { server_name: 'files', reason_code: 'connection_refused', summary: 'The port is closed.' },
  },
];

interface Batch {
  readonly attempt: string;
  readonly producer: string;
  readonly from: number;
  readonly said: readonly Said[];
}

const send = async (
  access: Access,
  written: Written,
  { attempt, producer, from, said }: Batch,
): Promise<void> => {
  const events = said.map((one, n) => {
    const sequence = from + n;
    return evidence(attempt, sequence, {
      event_id: uuid(number(), 2),
      producer: { id: producer, sequence },
      ...one,
    });
  });
  const receipt = (await insist(access, written, '/v1/evidence', events)) as {
    readonly accepted: number;
    readonly duplicates: number;
    readonly rejected: readonly unknown[];
  };
  if (receipt.rejected.length > 0 || receipt.accepted + receipt.duplicates !== events.length)
    throw new Error(`Not every event was taken: ${JSON.stringify(receipt)}`);
  for (const { event_id } of events) written.events.add(`${attempt} ${String(event_id)}`);
};

/**
 * One session that opens attempt after attempt until it is stopped; two producers speak of each at the same time, so that
 * both services append to the same streams.
 */
export async function writeSession(access: Access, written: Written, session_id: string): Promise<void> {
  for (let turn = 1; !written.stop.signal.aborted; turn += 1) {
    const attempt = uuid(number(), turn);
    const servers = ['hub', 'files'];
    await insist(access, written, '/v1/attempts', attemptBody(attempt, { session_id, servers }));
    written.attempts.add(attempt);
    await send(access, written, { attempt, producer: 'relay', from: 4, said: seenByRelay() });
    for (let connection = 0; connection < 4; connection += 1) {
      const said = seenByEndpoint(`${attempt} ${connection}`, `client-${turn % 3}`);
      const batches: readonly Batch[] = [
        { attempt, producer: 'endpoint', from: 1 + connection * said.length, said },
        { attempt, producer: 'relay', from: 6 + connection * 2, said: seenByRelay() },
      ];
      await Promise.all(batches.map((batch) => send(access, written, batch)));
      await pause(50);
    }
  }
}
