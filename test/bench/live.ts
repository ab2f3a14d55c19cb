/**
 * From an append to its delivery over WebSocket: 200 sessions live, each with a socket of its own, at half the rate that the
 * service takes at most. Timed from sending the batch to the frame that holds all of it. Exit code 1 when the target does not
 * hold.
 *
 *   npm run bench -- live [--seconds 10 --sessions 200]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Position } from '@mcp-witness/event-log';
import WebSocket from 'ws';
import { openAttempt, startBenchService } from './evidence.ts';
import { createHttpClient } from './http-client.ts';
import { together, writers } from './measure.ts';
import { toolCall } from './tool-calls.ts';
import { withServer } from './server.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    sessions: { type: 'string', default: '200' },
    batch: { type: 'string', default: '20' },
  },
});
const batch = Number(values.batch);
const target = 100;

interface Waiting {
  readonly sent: number;
  position: Position | null;
}

interface Session {
  readonly id: string;
  readonly attempt: string;
  next: number;
  /** The newest place that was delivered, and when. */
  readonly delivered: { position: Position; at: number }[];
  readonly waiting: Waiting[];
}

interface StatusFrame {
  readonly event: string;
  readonly data: { readonly position: Position };
}

const openSocket = (url: string, session: Session): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/live`);
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ event: 'subscribe', data: { session_id: session.id } }));
    });
    socket.on('message', (data: Buffer) => {
      const at = performance.now();
      const { event, data: said } = JSON.parse(data.toString('utf8')) as StatusFrame;
      if (event === 'session.caught_up') resolve(socket);
      if (event === 'session.mcp_status_updated') session.delivered.push({ position: said.position, at });
    });
  });

/** Milliseconds of each batch of a session; null for one that was never delivered. */
const delaysOf = ({ waiting, delivered }: Session): (number | null)[] =>
  waiting.map(({ sent, position }) => {
    if (position === null) return null;
    const first = delivered.find((one) => Position.compare(one.position, position) >= 0);
    return first === undefined ? null : first.at - sent;
  });

/** Waits for what is under way, and not for ever. */
async function delivered(sessions: readonly Session[]): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (sessions.some((session) => delaysOf(session).includes(null)) && performance.now() < deadline)
    await pause(50);
}

await withServer(async (server) => {
  const service = await startBenchService(server.url, 'live');
  const client = createHttpClient(service.url, 64);
  const sessions: Session[] = [];
  for (let n = 0; n < Number(values.sessions); n += 1) {
    const id = `session ${n}`;
    sessions.push({ id, attempt: await openAttempt(client, id), next: 3, delivered: [], waiting: [] });
  }
  const send = async (session: Session): Promise<void> => {
    const events = Array.from({ length: batch }, (_, n) => toolCall(session.attempt, session.next + n));
    session.next += batch;
    const one: Waiting = { sent: performance.now(), position: null };
    session.waiting.push(one);
    const { status, body } = await client.post('/v1/evidence', JSON.stringify(events));
    if (status !== 200) throw new Error(`The batch was answered with ${status}.`);
    one.position = (JSON.parse(body) as { position: Position }).position;
  };
  const sockets = await Promise.all(sessions.map((session) => openSocket(service.url, session)));
  let turn = 0;
  const nextSession = (): Session => sessions[(turn += 1) % sessions.length]!;
  const full = (): Promise<{ readonly eventsPerSecond: number }> =>
    together(3, async () => {
      await send(nextSession());
      return batch;
    });
  await full();
  const { eventsPerSecond: top } = await full();
  // What was appended at the most is delivered later than it came: only then does the half begin.
  await delivered(sessions);
  await pause(1_000);
  for (const session of sessions) session.waiting.length = session.delivered.length = 0;
  const perSecond = top / 2 / batch;
  console.error(`${Math.round(top)} events/s at the most by ${writers} writers; now half of that`);
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; performance.now() - started < Number(values.seconds) * 1_000; n += 1) {
    await pause(Math.max(0, started + (n * 1_000) / perSecond - performance.now()));
    under.push(send(nextSession()));
  }
  await Promise.all(under);
  const rate = (under.length * batch * 1_000) / (performance.now() - started);
  await delivered(sessions);
  const delays = sessions.flatMap(delaysOf);
  const found = delays.filter((delay) => delay !== null).sort((a, b) => a - b);
  const at = (share: number): number =>
    found[Math.min(found.length - 1, Math.floor(found.length * share))] ?? NaN;
  const lost = delays.length - found.length;
  const holds = lost === 0 && at(0.99) < target;
  console.log(
    [
      `| sessions live | events/s | batches | p50 ms | p95 ms | p99 ms | longest ms |`,
      `|---|---|---|---|---|---|---|`,
      `| ${sessions.length} | ${Math.round(rate)} | ${delays.length} | ${[0.5, 0.95, 0.99, 1].map((share) => at(share).toFixed(1)).join(' | ')} |`,
      '',
      `- ${holds ? 'holds' : 'DOES NOT HOLD'}: append to delivery has p99 ${at(0.99).toFixed(1)} ms at half the top rate, wanted under ${target} ms; ${lost} not delivered`,
    ].join('\n'),
  );
  process.exitCode = holds ? 0 : 1;
  for (const socket of sockets) socket.terminate();
  client.close();
  await service.end('SIGTERM');
});
