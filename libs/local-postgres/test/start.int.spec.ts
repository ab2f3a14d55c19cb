import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startLocalPostgres } from '../src/index.ts';
import { eventually, isRunning, query, withData, withPlace, withServer } from './place.ts';

describe('a local PostgreSQL', () => {
  it('holds UTF-8 with checksums, and serves its database on loopback alone', async () => {
    await withData(async (dataDir) => {
      await withServer({ dataDir }, async ({ url, port }) => {
        const [row] = await query(
          url,
          `select current_database() as database, current_setting('server_encoding') as encoding,
                  (select datcollate from pg_database where datname = current_database()) as collation,
                  current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
                  current_setting('unix_socket_directories') as sockets, current_setting('jit') as jit,
                  current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous,
                  current_setting('port') as port, split_part(current_setting('server_version'), '.', 1) as major`,
        );
        expect(row).toEqual({
          ...{
            database: 'witness',
            encoding: 'UTF8',
            collation: 'C',
            checksums: 'on',
            addresses: '127.0.0.1',
          },
          ...{ sockets: '', jit: 'off', fsync: 'on', synchronous: 'on', port: String(port), major: '18' },
        });
      });
    });
  });

  it('lets nobody in without the password, which only its owner may read', async () => {
    await withData(async (dataDir) => {
      await withServer({ dataDir }, async ({ url }) => {
        const guessed = new URL(url);
        guessed.password = 'guessed';
        await expect(query(guessed.href, 'select 1')).rejects.toThrow(/password authentication failed/);
        const methods = await query(url, `select distinct auth_method from pg_hba_file_rules`);
        expect(methods).toEqual([{ auth_method: 'scram-sha-256' }]);
        expect(statSync(join(dataDir, 'postgres/witness.password')).mode & 0o777).toBe(0o600);
        expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600);
      });
    });
  });

  it('runs as an account without privileges, also below a folder that only root may enter', async () => {
    await withPlace(async (dir) => {
      expect(statSync(dir).mode & 0o077).toBe(0);
      await withServer({ dataDir: join(dir, 'a/b') }, ({ pid }) => {
        expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
        return Promise.resolve();
      });
    });
  });

  it('keeps its data over a stop, after which nothing runs', async () => {
    await withData(async (dataDir) => {
      const first = await startLocalPostgres({ dataDir });
      await query(first.url, 'create table kept as select 42 as answer');
      await Promise.all([first.stop(), first.stop()]);
      expect(isRunning(first.pid)).toBe(false);
      await withServer({ dataDir }, async ({ url }) => {
        expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
      });
    });
  });

  it('takes settings over its own', async () => {
    await withData(async (dataDir) => {
      await withServer({ dataDir, settings: { work_mem: '3MB' } }, async ({ url }) => {
        expect(await query(url, 'show work_mem')).toEqual([{ work_mem: '3MB' }]);
      });
    });
  });

  it('serves again at the same address, with all that was committed, when its postmaster is killed', async () => {
    await withData(async (dataDir) => {
      const lines: string[] = [];
      await withServer({ dataDir, log: (line) => lines.push(line) }, async (server) => {
        const { pid, url } = server;
        await query(url, 'create table kept as select 42 as answer');
        process.kill(pid, 'SIGKILL');
        await eventually(() => server.pid !== pid);
        expect(server.url).toBe(url);
        expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
      });
      expect(lines.join('\n')).toMatch(/connection .* was lost[^]*serves again/);
    });
  });

  it('is still owned after it has thrown every client out', async () => {
    await withData(async (dataDir) => {
      await withServer({ dataDir }, async ({ url, pid }) => {
        const owners = `select count(*)::int as n from pg_locks where locktype = 'advisory'`;
        await query(
          url,
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
        );
        await eventually(async () => (await query(url, owners))[0]?.n === 1);
        expect(isRunning(pid)).toBe(true);
        await expect(startLocalPostgres({ dataDir })).rejects.toMatchObject({ code: 'in_use' });
      });
    });
  });

  it('is stopped in peace after its data was lost with it', async () => {
    await withData(async (dataDir) => {
      const lost: string[] = [];
      const server = await startLocalPostgres({ dataDir, onLost: ({ code }) => lost.push(code) });
      writeFileSync(join(dataDir, 'postgres/global/pg_control'), 'garbage');
      process.kill(server.pid, 'SIGKILL');
      await eventually(() => lost.length > 0);
      expect(lost).toEqual(['start_failed']);
      await server.stop();
    });
  });

  it('is given up on, once and aloud, when it dies again and again', async () => {
    await withData(async (dataDir) => {
      const lost: string[] = [];
      await withServer({ dataDir, onLost: ({ message }) => lost.push(message) }, async (server) => {
        for (let killed = 0; lost.length === 0;) {
          const { pid } = server;
          if (pid !== killed && isRunning(pid)) process.kill(pid, 'SIGKILL');
          killed = pid;
          await eventually(() => server.pid !== pid || lost.length > 0);
        }
      });
      expect(lost).toEqual([expect.stringMatching(/died more than 5 times within a minute/)]);
    });
  }, 60_000);
});
