import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startLocalPostgres } from '../src/index.ts';
import { withData, withPlace } from './place.ts';

describe('a start of a local PostgreSQL is refused', () => {
  it('over the data of another major version, which is left as it is', async () => {
    await withPlace(async (dataDir) => {
      mkdirSync(join(dataDir, 'postgres'));
      writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
      await expect(startLocalPostgres({ dataDir })).rejects.toMatchObject({
        code: 'other_major_version',
        message: expect.stringMatching(/PostgreSQL 17.*cannot read it.*Nothing was changed.*DATABASE_URL/),
      });
    });
  });

  it('over a directory with something else in it', async () => {
    await withPlace(async (dataDir) => {
      mkdirSync(join(dataDir, 'postgres'));
      writeFileSync(join(dataDir, 'postgres/thesis.txt'), 'dear to somebody');
      await expect(startLocalPostgres({ dataDir })).rejects.toMatchObject({
        code: 'data_unusable',
        message: expect.stringMatching(/holds no PostgreSQL data.*WITNESS_DATA_DIR/),
      });
    });
  });

  it('over data whose password was lost', async () => {
    await withData(async (dataDir) => {
      rmSync(join(dataDir, 'postgres/witness.password'));
      await expect(startLocalPostgres({ dataDir })).rejects.toMatchObject({
        code: 'data_unusable',
        message: expect.stringMatching(/witness\.password.*Put the file back/),
      });
    });
  });

  it('where the data directory cannot be one', async () => {
    await withPlace(async (dir) => {
      writeFileSync(join(dir, 'file'), '');
      await expect(startLocalPostgres({ dataDir: join(dir, 'file/data') })).rejects.toMatchObject({
        code: 'data_unusable',
        message: expect.stringMatching(/ENOTDIR.*WITNESS_DATA_DIR/),
      });
    });
  });

  it("with PostgreSQL's own words when it does not start", async () => {
    await withData(async (dataDir) => {
      await expect(
        startLocalPostgres({ dataDir, settings: { shared_buffers: 'plenty' } }),
      ).rejects.toMatchObject({
        code: 'start_failed',
        message: expect.stringMatching(
          /did not start.*postgres\.log.*DATABASE_URL[^]*invalid value for parameter "shared_buffers"/,
        ),
      });
    });
  });

  it('with a name for it when its data is damaged', async () => {
    await withData(async (dataDir) => {
      writeFileSync(join(dataDir, 'postgres/global/pg_control'), 'garbage');
      await expect(startLocalPostgres({ dataDir })).rejects.toMatchObject({
        code: 'start_failed',
        message: expect.stringContaining('pg_control'),
      });
    });
  });
});
