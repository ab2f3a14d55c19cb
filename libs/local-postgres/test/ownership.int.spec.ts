import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startLocalPostgres } from '../src/index.ts';
import { startOwner } from './owner-process.ts';
import { eventually, isRunning, query, withData, withPlace, withServer } from './place.ts';

describe('the ownership of a local PostgreSQL', () => {
  it('passes to the next start when the owner was killed, with all that was committed', async () => {
    await withData(async (dataDir) => {
      const owner = startOwner([dataDir]);
      const served = await owner.next();
      await query(String(served?.url), 'create table kept as select 42 as answer');
      owner.child.kill('SIGKILL');
      await owner.ended();
      const orphan = Number(served?.pid);
      expect(isRunning(orphan)).toBe(true);

      const lines: string[] = [];
      await withServer({ dataDir, log: (line) => lines.push(line) }, async ({ url, pid }) => {
        expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }]);
        expect(pid).not.toBe(orphan);
      });
      expect(lines).toContainEqual(expect.stringContaining(`process ${orphan}`));
    });
  });

  it('is refused to a second process while the first lives, and the first does not notice', async () => {
    await withData(async (dataDir) => {
      await withServer({ dataDir }, async ({ url, pid }) => {
        const second = startOwner([dataDir]);
        expect(await second.next()).toEqual({
          refused: 'in_use',
          message: expect.stringMatching(
            new RegExp(`process ${process.pid}.*WITNESS_DATA_DIR.*DATABASE_URL`),
          ),
        });
        await second.ended();
        expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
        expect(isRunning(pid)).toBe(true);
      });
    });
  });

  it('goes to one of several that start at once over an empty directory', async () => {
    await withPlace(async (dataDir) => {
      const owners = [1, 2, 3].map(() => startOwner([dataDir]));
      const said = await Promise.all(owners.map((owner) => owner.next()));
      const winners = said.filter((line) => line?.serves === true);
      const refused = said.filter((line) => line?.refused === 'in_use');
      try {
        expect(winners).toHaveLength(1);
        expect(refused).toHaveLength(2);
        expect(await query(String(winners[0]?.url), 'select 1 as one')).toEqual([{ one: 1 }]);
      } finally {
        for (const { child } of owners) child.kill('SIGKILL');
        await Promise.all(owners.map((owner) => owner.ended()));
        await (await startLocalPostgres({ dataDir })).stop();
      }
    });
  });

  it('lets the owner drain on Ctrl-C: the database does not hear it', async () => {
    await withData(async (dataDir) => {
      const owner = startOwner([dataDir]);
      const served = await owner.next();
      await query(String(served?.url), 'create table last_words (word int)');
      process.kill(-Number(owner.child.pid), 'SIGINT');
      expect(await owner.next()).toEqual({ drained: true });
      expect(await owner.next()).toEqual({ stopped: true });
      await owner.ended();
      expect(isRunning(Number(served?.pid))).toBe(false);
      await withServer({ dataDir }, async ({ url }) => {
        expect(await query(url, 'select word from last_words')).toEqual([{ word: 1 }]);
      });
    });
  });

  it('ends with an owner that exits without stopping', async () => {
    await withData(async (dataDir) => {
      const owner = startOwner([dataDir, 'exit']);
      const served = await owner.next();
      await owner.ended();
      await eventually(() => !isRunning(Number(served?.pid)));
      expect(owner.child.exitCode).toBe(0);
    });
  });

  it('is not blocked by a pid file whose number now belongs to another program', async () => {
    await withData(async (dataDir) => {
      let pidFile = '';
      await withServer({ dataDir }, () => {
        pidFile = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
        return Promise.resolve();
      });
      writeFileSync(join(dataDir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
      await withServer({ dataDir }, async ({ url }) => {
        expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      });
    });
  });

  it('is had by an ordinary user too', async () => {
    await withPlace(async (dir) => {
      const isRoot = process.getuid?.() === 0;
      const dataDir = join(dir, 'data');
      mkdirSync(dataDir);
      if (isRoot) chmodSync(dir, 0o755);
      if (isRoot) chownSync(dataDir, 65534, 65534);
      const owner = startOwner([dataDir, 'exit'], isRoot ? { uid: 65534, gid: 65534 } : {});
      expect(await owner.next()).toMatchObject({ serves: true });
      await owner.ended();
    });
  });
});
