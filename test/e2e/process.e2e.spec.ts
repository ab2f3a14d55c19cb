import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { withDatabase } from '../support/database.ts';
import { attemptBody, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { interruptStart, runToEnd, startServiceProcess } from '../support/service-process.ts';

// Each test starts a process or two that compiles its sources.
jest.setTimeout(180_000);

const withDirectory = async <T>(use: (directory: string) => Promise<T>): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), 'witness-process-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the process', () => {
  it('tells every fault of its settings at once, and starts nothing', async () => {
    const ended = await runToEnd({ WITNESS_HOST: '0.0.0.0', WITNESS_AUTH: 'none', WITNESS_PORT: 'x' });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(/WITNESS_AUTH .*\n.*WITNESS_PORT |WITNESS_PORT .*\n.*WITNESS_AUTH /);
  });

  it('says why when its database cannot be reached, without the password', async () => {
    const ended = await runToEnd({ DATABASE_URL: 'postgresql://witness:hunter2@127.0.0.1:1/witness' });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('could not start');
    expect(ended.stderr).not.toContain('hunter2');
  });

  it('says in one line that its port is taken, before it looks for its database', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const environment = { WITNESS_PORT: String(port), DATABASE_URL: 'postgresql://w@127.0.0.1:1/w' };
    const ended = await runToEnd(environment);
    other.close();
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `Witness could not start: Port ${port} of 127.0.0.1 is taken (another Witness?). Set WITNESS_PORT, or stop the other program.\n`,
    });
  });

  it('keeps its data in a database of its own, and stops that last', async () => {
    await withDirectory(async (directory) => {
      const environment = { WITNESS_DATA_DIR: directory };
      const first = await startServiceProcess(environment);
      const postmaster = Number(
        readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      expect(first.output()).toContain(`data in ${directory}`);
      expect((await clientOf(first.url).post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(201);
      expect(await first.end('SIGTERM')).toBe(0);
      expect(isAlive(postmaster)).toBe(false);
      const second = await startServiceProcess(environment);
      expect((await clientOf(second.url).post('/v1/attempts', attemptBody(uuid(1)))).status).toBe(200);
      expect(await second.end('SIGINT')).toBe(0);
    });
  });

  it('lets what is inside finish when it is told to stop', async () => {
    await withDatabase(async ({ url, ownerPool }) => {
      const service = await startServiceProcess({ DATABASE_URL: url });
      const { post, get } = clientOf(service.url);
      const attempts = Array.from({ length: 20 }, (_, n) => post('/v1/attempts', attemptBody(uuid(n + 1))));
      await Promise.race(attempts);
      const ended = service.end('SIGTERM');
      const answers = await Promise.allSettled(attempts);
      expect(await ended).toBe(0);
      await expect(get('/livez')).rejects.toThrow();
      const done = answers.filter((one) => one.status === 'fulfilled' && one.value.status === 201).length;
      const { rows } = await ownerPool.query(`select from es_events where type = 'attempt-started'`);
      expect(rows.length).toBeGreaterThanOrEqual(done);
      expect(done).toBeGreaterThan(0);
    });
  });

  it('takes a signal that arrives twice at once for one press, and ends cleanly', async () => {
    await withDatabase(async ({ url }) => {
      const service = await startServiceProcess({ DATABASE_URL: url });
      process.kill(service.pid, 'SIGINT');
      expect(await service.end('SIGINT')).toBe(0);
      expect(service.output()).toContain('Witness stops (SIGINT)');
      expect(service.output()).not.toContain('told to stop twice');
    });
  });

  it('leaves no database behind when it is told to stop while it starts', async () => {
    await withDirectory(async (directory) => {
      let postmaster = Number.NaN;
      const reached = (): boolean => {
        const file = join(directory, 'postgres', 'postmaster.pid');
        if (existsSync(file)) postmaster = Number.parseInt(readFileSync(file, 'utf8'), 10);
        return !Number.isNaN(postmaster);
      };
      const ended = await interruptStart({ WITNESS_DATA_DIR: directory }, reached);
      expect(ended.code).toBe(0);
      expect(isAlive(postmaster)).toBe(false);
    });
  });

  it('logs in JSON, routes by their template, and nothing of what was sent', async () => {
    await withDatabase(async ({ url }) => {
      const service = await startServiceProcess({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'debug' });
      const { post, get } = clientOf(service.url);
      await get('/v1/sessions/hunter2?q=hunter2');
      await get('/hunter2');
      await post('/v1/attempts', { hunter2: 'hunter2' });
      await post('/v1/attempts', '{"hunter2');
      expect(await service.end('SIGTERM')).toBe(0);
      const answered = service
        .output()
        .split('\n')
        .filter((line) => line.includes('"answered"'))
        .map((line) => JSON.parse(line) as unknown);
      expect(answered).toContainEqual(
        expect.objectContaining({
          method: 'GET',
          route: '/v1/sessions/:session_id',
          status: 404,
          duration_ms: expect.any(Number),
        }),
      );
      expect(service.output()).not.toContain('hunter2');
    });
  });
});
