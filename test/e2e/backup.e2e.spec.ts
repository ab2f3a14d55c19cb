import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { attemptBody, uuid } from '../support/evidence.ts';
import { packagedBinaries, startPackagedServer } from '../support/packaged-server.ts';
import { clientOf } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';

// Two servers of PostgreSQL and two processes that compile their sources.
jest.setTimeout(240_000);

const run = promisify(execFile);
const binaries = packagedBinaries();

const execute = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const databaseAt = (serverUrl: string): string => serverUrl.replace(/\/postgres$/, '/witness');

/** What readers see of each attempt, and what its log holds. */
const everything = async (url: string, attempts: readonly string[]): Promise<readonly unknown[]> => {
  const { get } = clientOf(url);
  const paths = attempts.flatMap((id) => [`/v1/attempts/${id}`, `/v1/attempts/${id}/events`]);
  const answers = [];
  for (const path of paths) answers.push((await get(path)).body);
  return answers;
};

const withServers = async (use: (from: string, to: string, file: string) => Promise<void>): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'witness-backup-'));
  const [from, to] = await Promise.all([
    startPackagedServer({ binaries }),
    startPackagedServer({ binaries }),
  ]);
  try {
    for (const { url } of [from, to]) await execute(url, ['create database witness']);
    await use(databaseAt(from.url), databaseAt(to.url), join(directory, 'witness.dump'));
  } finally {
    await Promise.all([from.stop(), to.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Every attempt in a session of its own, so that later ones change nothing of it. */
const open = async (url: string, id: string): Promise<number> =>
  (await clientOf(url).post('/v1/attempts', attemptBody(id, { session_id: `session-${id}` }))).status;

const withProcess = async (DATABASE_URL: string, use: (url: string) => Promise<void>): Promise<void> => {
  const service = await startServiceProcess({ DATABASE_URL });
  try {
    await use(service.url);
  } finally {
    expect(await service.end('SIGTERM')).toBe(0);
  }
};

describe('a backup', () => {
  it('taken by pg_dump while evidence arrives holds all that was acknowledged before, and runs on another server', async () => {
    await withServers(async (from, to, file) => {
      const acknowledged = Array.from({ length: 20 }, (_, index) => uuid(index + 1));
      let seen: readonly unknown[] = [];
      await withProcess(from, async (url) => {
        for (const id of acknowledged) expect(await open(url, id)).toBe(201);
        seen = await everything(url, acknowledged);
        const dumped = new AbortController();
        const arriving = (async () => {
          for (let index = 1_000; !dumped.signal.aborted; index++) await open(url, uuid(index));
        })();
        await run(join(binaries, 'pg_dump'), ['--format=custom', `--file=${file}`, from]);
        dumped.abort();
        await arriving;
      });

      await execute(to, [
        'create role witness_app nologin',
        'create role witness_reader nologin',
        'create role witness_tenant nologin',
        'grant witness_tenant to witness_app',
      ]);
      await run(join(binaries, 'pg_restore'), ['--exit-on-error', `--dbname=${to}`, file]);
      await withProcess(to, async (url) => {
        expect(await everything(url, acknowledged)).toEqual(seen);
        expect((await clientOf(url).get('/v1/audit/verify')).body).toMatchObject({
          ok: true,
          first_bad: null,
        });
        expect(await open(url, acknowledged[0] ?? '')).toBe(200);
        expect(await open(url, uuid(5_000))).toBe(201);
      });
    });
  });
});
