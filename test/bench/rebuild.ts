/**
 * Every read model built anew from 100,000 sealed events, beside what it takes at the least: the same events out of
 * PostgreSQL by COPY, opened, parsed and folded, and nothing written. In interleaved rounds; exit code 1 when the target does not hold.
 *
 *   npm run bench -- rebuild [--events 100000 --rounds 3]
 */
import { parseArgs } from 'node:util';
import { evolve, initialState, type AttemptState, type RecordedEvidence } from '@mcp-witness/evidence';
import { Client } from 'pg';
import { describeFaults, readSettings } from '../../src/service.ts';
import { openDatabase } from '../../src/database/database.ts';
import { openSealedLog } from '../../src/log/open-sealed-log.ts';
import { open, type SealingKey } from '../../src/log/sealing/cipher.ts';
import * as entities from '../../src/projections/entities/index.ts';
import { sessionReports } from '../../src/projections/definition.ts';
import { rebuildReports } from '../../src/projections/run/rebuild.ts';
import { ensureLive } from '../../src/projections/store/generations.ts';
import { copyOut } from './copy-out.ts';
import { createDatabase } from './database.ts';
import { fillLog } from './dataset.ts';
import { median } from './measure.ts';
import { judgeRatio } from './report.ts';
import { withServer } from './server.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);

const copySql = `copy (select position, tenant_id, stream, stream_position, event_id, type, schema_version, recorded_at, key_id, data
  from es_events where stream like 'attempt-%' order by position) to stdout`;

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(.)/g, (_, next: string) => ({ n: '\n', t: '\t' })[next] ?? next)
    : text;

type Keys = ReadonlyMap<string, SealingKey>;

const readLine = (line: string, keys: Keys): RecordedEvidence => {
  const fields = line.split('\t').map(unescaped) as [string, ...string[]];
  const [
    position,
    tenant_id = '',
    stream = '',
    place,
    id = '',
    type = '',
    version,
    recorded_at,
    keyId = '',
    text = '',
  ] = fields;
  const key = keys.get(keyId);
  const payload = key === undefined ? null : open(key, { tenant_id, stream, id, type }, text);
  if (payload === null) throw new Error('An event of the benchmark cannot be opened.');
  return {
    ...(JSON.parse(payload.data) as object),
    ...(JSON.parse(payload.meta ?? '{}') as object),
    tenant_id,
    event_id: id,
    type,
    stream_position: Number(place),
    global_position: position,
    schema_version: Number(version),
    recorded_at,
  } as unknown as RecordedEvidence;
};

/** Folds what COPY gives, and tells how many attempts there were. */
async function foldRaw(client: Client, keys: Keys): Promise<number> {
  const states = new Map<string, AttemptState>();
  await copyOut(client, copySql, (line) => {
    const event = readLine(line, keys);
    const id = event.attachment_attempt_id;
    states.set(id, evolve(states.get(id) ?? initialState(), event));
  });
  return states.size;
}

await withServer(async (server) => {
  const url = await createDatabase(server.url, 'rebuild');
  const read = readSettings({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'silent' });
  if (!read.ok) throw new Error(describeFaults(read.faults));
  const { settings } = read;
  const database = await openDatabase({
    settings,
    entities: Object.values(entities),
    log: () => undefined,
  });
  const { log, keys } = await openSealedLog({ settings, pool: database.pool });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const sessions = Math.ceil(Number(values.events) / 100);
    const events = await fillLog(log, sessions);
    await ensureLive(database.dataSource, sessionReports);
    await client.query('update projection_shards set position = (select max(position) from es_events)');
    await client.query('vacuum analyze');
    const ids = await client.query<{ key_id: string }>('select key_id from session_keys');
    const known = await keys.byIds(new Set(ids.rows.map(({ key_id }) => key_id)));
    console.error(`${events} events in ${sessions} sessions`);
    const { dataSource } = database;
    const times = { raw: [] as number[], rebuild: [] as number[] };
    const timed = async (into: number[], act: () => Promise<unknown>): Promise<void> => {
      const before = performance.now();
      await act();
      into.push(performance.now() - before);
    };
    const raw = (): Promise<void> =>
      timed(times.raw, async () => {
        if ((await foldRaw(client, known)) !== sessions) throw new Error('Attempts are missing.');
      });
    const rebuild = (): Promise<void> =>
      timed(times.rebuild, async () => {
        const result = await rebuildReports({ log, dataSource });
        if (result.outcome !== 'rebuilt' || result.events !== events || result.skipped > 0)
          throw new Error(`The rebuild ended as ${JSON.stringify(result)}.`);
      });
    await raw();
    await rebuild();
    times.raw.length = times.rebuild.length = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const act of round % 2 === 0 ? [raw, rebuild] : [rebuild, raw]) await act();
      console.error(`round ${round + 1} of ${rounds} done`);
    }
    const rate = (all: readonly number[]): number => (events * 1_000) / (median(all) ?? NaN);
    const verdict = judgeRatio({
      of: 'rebuild of every read model',
      rate: rate(times.rebuild),
      reference: 'COPY, open, parse and fold',
      referenceRate: rate(times.raw),
      times: 0.6,
    });
    console.log(`${verdict.table}\n\n${verdict.line}`);
    process.exitCode = verdict.holds ? 0 : 1;
  } finally {
    await client.end();
    await log.close();
    await database.close();
  }
});
