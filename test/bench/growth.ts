/**
 * What an append, the reading of a status and a page of the feed cost where the log holds 100 events, and where it holds
 * a million, in interleaved rounds of one run. Exit code 1 when one of them costs more with many.
 *
 *   npm run bench -- growth [--events 1000000 --rounds 5 --times 100]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startServiceProcess } from '../support/service-process.ts';
import { createDatabase } from './database.ts';
import { openAttempt } from './evidence.ts';
import { grow, type Template } from './grow.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { median } from './measure.ts';
import { withServer } from './server.ts';
import { toolCall } from './tool-calls.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    times: { type: 'string', default: '100' },
  },
});
const events = Number(values.events);
const mostTimes = 1.3;
const session = 'template';
const few = 100;

const start = (url: string): ReturnType<typeof startServiceProcess> =>
  startServiceProcess({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'silent' });

const ask = async (client: HttpClient, path: string): Promise<unknown> => {
  const { status, body } = await client.get(path);
  if (status !== 200) throw new Error(`${path.split('?')[0]} was answered with ${status}.`);
  return JSON.parse(body) as unknown;
};

const post = async (client: HttpClient, body: unknown): Promise<void> => {
  const { status } = await client.post('/v1/evidence', JSON.stringify(body));
  if (status !== 200) throw new Error(`The batch was answered with ${status}.`);
};

/** A session of 100 events, its claim among them. */
async function fill(url: string): Promise<Template> {
  const service = await start(url);
  const client = createHttpClient(service.url, 1);
  try {
    const attempt = await openAttempt(client, session);
    await post(
      client,
      Array.from({ length: few - 3 }, (_, n) => toolCall(attempt, n + 3)),
    );
    const page = (await ask(client, '/v1/feed?limit=1000')) as {
      readonly events: readonly Readonly<Record<string, unknown>>[];
      readonly position: string;
    };
    await ask(client, `/v1/sessions/${session}/report?min_position=${page.position}`);
    const stored = page.events.map(
      ({ type, attachment_attempt_id, occurred_at, producer, witness, data }) => ({
        type: String(type),
        data: JSON.stringify({ attachment_attempt_id, occurred_at, producer, witness, data }),
      }),
    );
    return { session, attempt, events: stored };
  } finally {
    client.close();
    await service.end('SIGTERM');
  }
}

/** Until the service has put all that is there into blocks, which it does beside its other work. */
async function settled(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const sql =
    'select (select max(last_position) from audit_blocks) >= (select position from es_head) as done';
  for (;;) {
    const { rows } = await client.query<{ done: boolean | null }>(sql);
    if (rows[0]?.done === true) break;
    await pause(200);
  }
  await client.end();
}

interface Side {
  readonly events: number;
  readonly client: HttpClient;
  readonly sessions: number;
  readonly attempt: string;
  next: number;
  after: string;
  pages: number;
}

interface FeedPage {
  readonly next_after: string;
}

const random = (below: number): number => Math.floor(Math.random() * below);

const operations = {
  'append of 10 events': async (side) => {
    await post(
      side.client,
      Array.from({ length: 10 }, (_, n) => toolCall(side.attempt, side.next + n)),
    );
    side.next += 10;
  },
  'status of a session': async ({ client, sessions }) => {
    const id = sessions === 0 ? session : `copy ${1 + random(sessions)}`;
    await ask(client, `/v1/sessions/${encodeURIComponent(id)}`);
  },
  'next feed page of 50': async (side) => {
    const { next_after } = (await ask(side.client, `/v1/feed?limit=50&after=${side.after}`)) as FeedPage;
    // On from any place but from time to time, as consumers read that begin or come back.
    side.pages += 1;
    const isOver = side.pages % 20 === 0 || Number(next_after) > side.events - 60;
    side.after = isOver ? String(random(Math.max(1, side.events - 60))) : next_after;
  },
} satisfies Record<string, (side: Side) => Promise<void>>;

/** Milliseconds of each act by side. By turns, so that whatever else the machine does is no part of the difference. */
async function timesOf(
  sides: readonly Side[],
  act: (side: Side) => Promise<void>,
  times: number,
): Promise<readonly (readonly number[])[]> {
  const found: number[][] = sides.map(() => []);
  for (let n = 0; n < times; n += 1) {
    for (const [index, side] of sides.entries()) {
      const before = performance.now();
      await act(side);
      found[index]?.push(performance.now() - before);
    }
  }
  return found;
}

/** Prints the table, and tells whether all of it holds. */
async function compare(sides: readonly Side[]): Promise<boolean> {
  const times = Number(values.times);
  const rows: string[] = [];
  let holds = true;
  for (const [name, act] of Object.entries(operations)) {
    await timesOf(sides, act, times);
    const found = await timesOf(sides, act, times * Number(values.rounds));
    const [small = NaN, large = NaN] = found.map((all) => median(all));
    const isHeld = large / small <= mostTimes;
    holds &&= isHeld;
    const numbers = [small, large, large / small].map((value) => value.toFixed(2)).join(' | ');
    rows.push(`| ${name} | ${numbers} | ${isHeld ? 'holds' : 'DOES NOT HOLD'} |`);
    console.error(`${name}: done`);
  }
  const header = `| median ms, one at a time | ${few} events | ${events} events | x | wanted ${mostTimes} x or less |`;
  console.log([header, '|---|---|---|---|---|', ...rows].join('\n'));
  return holds;
}

await withServer(async (server) => {
  const small = await createDatabase(server.url, 'few');
  const template = await fill(small);
  const large = await createDatabase(server.url, 'many', 'few');
  await grow(large, template, events);
  console.error(`${events} events are there`);
  const services = [await start(small), await start(large)];
  await settled(large);
  const sides: Side[] = [];
  for (const [index, { url }] of services.entries()) {
    const client = createHttpClient(url, 1);
    const attempt = await openAttempt(client, 'new');
    const copies = index === 0 ? 0 : Math.ceil(events / template.events.length);
    sides.push({
      events: index === 0 ? few : events,
      client,
      sessions: copies,
      attempt,
      next: 3,
      after: '0',
      pages: 0,
    });
  }
  process.exitCode = (await compare(sides)) ? 0 : 1;
  for (const { client } of sides) client.close();
  for (const service of services) await service.end('SIGTERM');
});
