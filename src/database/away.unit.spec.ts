import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { isDatabaseAway } from './away.ts';

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

/** The error of a query to a port where nothing, or no PostgreSQL, answers. */
const errorOf = async (port: number): Promise<unknown> => {
  const pool = new Pool({ host: '127.0.0.1', port, user: 'nobody', database: 'none' });
  pool.on('error', () => undefined);
  const error: unknown = await pool.query('select 1').catch((cause: unknown) => cause);
  await pool.end();
  return error;
};

const driverError = (code: string): Error => Object.assign(new Error('of the server'), { code });

describe('the database is away', () => {
  it('when nothing listens where it should be', async () => {
    const server = createServer();
    const port = await listening(server);
    server.close();
    await once(server, 'close');
    expect(isDatabaseAway(await errorOf(port))).toBe(true);
    const source = new DataSource({ type: 'postgres', host: '127.0.0.1', port, username: 'nobody' });
    expect(isDatabaseAway(await source.initialize().catch((cause: unknown) => cause))).toBe(true);
  });

  it('when the connection ends under a query', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end()));
    const port = await listening(server);
    expect(isDatabaseAway(await errorOf(port))).toBe(true);
    server.close();
  });

  it('when it says that it stops, starts, or has no connection left', () => {
    for (const code of ['57P01', '57P03', '08006', '53300', '25006']) {
      expect(isDatabaseAway(driverError(code))).toBe(true);
      expect(isDatabaseAway(new QueryFailedError('select 1', [], driverError(code)))).toBe(true);
    }
  });

  it('not when a statement was wrong, was cancelled, or the fault is no query at all', () => {
    for (const code of ['42601', '23505', '57014', '22P02', '42501']) {
      expect(isDatabaseAway(new QueryFailedError('select 1', [], driverError(code)))).toBe(false);
    }
    for (const error of [new TypeError('of ours'), null, 'text', driverError('ENOENT')]) {
      expect(isDatabaseAway(error)).toBe(false);
    }
  });
});
