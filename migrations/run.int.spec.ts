import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { Client, type Pool } from 'pg';
import { withDatabase } from '../test/support/database.ts';
import { migrations } from './index.ts';
import { migrate } from './run.ts';

const root = join(import.meta.dirname, '..');

/** The migrations that a process of its own ran. */
async function migrateInProcess(url: string): Promise<{ status: number | null; applied: string }> {
  const script = `
    import { migrate } from './migrations/run.ts';
    console.log((await migrate({ url: process.env.DATABASE_URL })).applied.length);`;
  const loader = [
    '--conditions=@mcp-witness/source',
    '--import',
    './test/support/typescript.mjs',
    '--input-type=module',
  ];
  const child = spawn(process.execPath, [...loader, '--eval', script], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status: child.exitCode, applied: said.trim() };
}

/** Another login of the server, which owns nothing. */
async function withStranger(url: string, use: (url: string) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const role = `witness_stranger_${process.pid}`;
  try {
    await client.query(`create role ${role} login password 'stranger'`);
    const theirs = new URL(url);
    theirs.username = role;
    theirs.password = 'stranger';
    await use(theirs.href);
  } finally {
    await client.query(`drop owned by ${role}; drop role ${role}`);
    await client.end();
  }
}

/** Lets a migration that replaces views, and so locks them, be run once more. */
async function pendingOnView(owner: Pool): Promise<string> {
  const name = 'ViewsByLease1796100610000';
  const { rowCount } = await owner.query('delete from migrations where name = $1', [name]);
  expect(rowCount).toBe(1);
  return name;
}

describe('migrate', () => {
  it('refuses a database that a later version has migrated, and changes nothing', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      await ownerPool.query(`insert into migrations (timestamp, name) values (9, 'Later9')`);
      await expect(migrate({ url })).rejects.toMatchObject({
        code: 'newer',
        message: expect.stringContaining('Later9'),
      });
      await ownerPool.query(`delete from migrations where name = 'Later9'`);
      expect(await migrate({ url })).toEqual({ applied: [] });
    });
  });

  it('runs every migration once, in order, and then finds nothing to do', async () => {
    await withDatabase(
      async ({ url, ownerPool }) => {
        const lines: string[] = [];
        const first = await migrate({ url, log: (line) => lines.push(line) });
        expect(first.applied).toEqual(migrations.map(({ name }) => name));
        expect(lines).toHaveLength(migrations.length);
        expect(await migrate({ url })).toEqual({ applied: [] });
        const { rows } = await ownerPool.query<{ name: string }>('select name from migrations order by id');
        expect(rows.map(({ name }) => name)).toEqual(first.applied);
      },
      { migrated: false },
    );
  });

  it('lets processes that start at once on an empty database take turns', async () => {
    await withDatabase(
      async ({ url, ownerPool }) => {
        const ended = await Promise.all([1, 2, 3].map(() => migrateInProcess(url)));
        expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
        expect(ended.map(({ applied }) => Number(applied)).sort()).toEqual([0, 0, migrations.length]);
        const { rows } = await ownerPool.query('select count(*)::int as n from migrations');
        expect(rows).toEqual([{ n: migrations.length }]);
      },
      { migrated: false },
    );
  }, 60_000);

  it('makes nobody wait for long behind a table that it does not get, and runs when it is free', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const name = await pendingOnView(ownerPool);
      const reader = await ownerPool.connect();
      const lines: string[] = [];
      try {
        await reader.query('begin');
        await reader.query('select from witness_v1.session_status');
        const migrated = migrate({ url, log: (line) => lines.push(line) });
        while (lines.length === 0) await ownerPool.query('select from witness_v1.session_status');
        await ownerPool.query('select from witness_v1.session_status');
        await reader.query('commit');
        expect(await migrated).toEqual({ applied: [name] });
        expect(lines[0]).toContain('tried again');
      } finally {
        reader.release();
      }
    });
  });

  it('gives up on a table that others keep, says so, and has changed nothing', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const name = await pendingOnView(ownerPool);
      const reader = await ownerPool.connect();
      try {
        await reader.query('begin');
        await reader.query('select from witness_v1.session_status');
        await expect(migrate({ url, patienceMs: 100 })).rejects.toMatchObject({
          code: 'busy',
          message: expect.stringMatching(/using a table.*pg_stat_activity/),
        });
        await reader.query('commit');
        expect(await migrate({ url })).toEqual({ applied: [name] });
      } finally {
        reader.release();
      }
    });
  });

  it('says that another process migrates for too long', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const other = await ownerPool.connect();
      try {
        await other.query(`select pg_advisory_lock('8604536580565332845')`);
        await expect(migrate({ url, patienceMs: 100 })).rejects.toMatchObject({
          code: 'busy',
          message: expect.stringContaining('Another process has been migrating'),
        });
      } finally {
        other.release(true);
      }
    });
  });

  it('tells a role that may not migrate what to set', async () => {
    await withDatabase(
      async ({ url }) => {
        await withStranger(url, async (theirs) => {
          await expect(migrate({ url: theirs })).rejects.toMatchObject({
            code: 'not_permitted',
            message: expect.stringMatching(/may not migrate.*DATABASE_MIGRATION_URL/),
          });
        });
      },
      { migrated: false },
    );
  });

  it('finds nothing to do as the role of the service, where an owner has migrated', async () => {
    await withDatabase(async ({ appUrl }) => {
      expect(await migrate({ url: appUrl })).toEqual({ applied: [] });
    });
  });

  it('says that nothing answers, without showing the password', async () => {
    const failed = migrate({ url: 'postgres://somebody:hunter2hunter2@127.0.0.1:9/witness' });
    await expect(failed).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining('hunter2') });
  });

  it('says what is wrong when the server answers and lets nobody in', async () => {
    await withDatabase(async ({ url }) => {
      const elsewhere = new URL(url);
      elsewhere.pathname = '/no_such_database';
      await expect(migrate({ url: elsewhere.href })).rejects.toMatchObject({
        code: 'unreachable',
        message:
          'The database server refuses the connection: database "no_such_database" does not exist. ' +
          'Create it, or name another one in DATABASE_URL.',
      });
      const stranger = new URL(url);
      [stranger.username, stranger.password] = ['no_such_role', 'hunter2'];
      await expect(migrate({ url: stranger.href })).rejects.toMatchObject({
        message: expect.stringMatching(
          /^The database server refuses.*no_such_role.*Create the role, or correct/,
        ),
      });
    });
  });

  it('goes forward only', async () => {
    for (const Migration of migrations) {
      const down = async (): Promise<void> => {
        await new Migration().down();
      };
      await expect(down()).rejects.toThrow(/only go forward/);
    }
  });
});
