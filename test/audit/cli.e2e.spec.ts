import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { witness } from '../../libs/cli/test/terminal.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { type TestService, withService } from '../support/service.ts';

interface Place extends TestService {
  readonly directory: string;
  readonly run: (...args: readonly string[]) => ReturnType<typeof witness>;
}

const withPlace = (use: (place: Place) => Promise<void>): Promise<void> =>
  withService(async (service) => {
    const directory = await mkdtemp(join(tmpdir(), 'witness-audit-'));
    const environment = { WITNESS_URL: service.url };
    try {
      await service.post('/v1/attempts', attemptBody(uuid(1)));
      await service.post('/v1/evidence', [evidence(uuid(1), 11)]);
      await use({ ...service, directory, run: (...args) => witness(['audit', ...args], { environment }) });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

describe('witness audit', () => {
  it('verifies the log, and says with exit code 5 where it is not what was recorded', () =>
    withPlace(async ({ run, database }) => {
      const good = await run('verify');
      expect(good).toMatchObject({ code: 0, err: '' });
      expect(good.out).toContain('4 events');
      await database.ownerPool.query(
        `set session_replication_role = replica; update es_events set data = 'x' where position = 3;
         set session_replication_role = origin`,
      );
      const bad = await run('verify', '--json');
      expect(bad.code).toBe(5);
      expect(bad.err).toContain('at position 3, data_changed');
      expect(JSON.parse(bad.out)).toMatchObject({ ok: false, first_bad: { position: '3' } });
    }));

  it('exports to a new file that verifies offline, and finds it cut or signed by another key', () =>
    withPlace(async ({ run, directory }) => {
      const path = join(directory, 'log.ndjson');
      expect(await run('export', '--out', path)).toMatchObject({ code: 0, out: '' });
      expect((await run('export', '--out', path)).code).toBe(2);
      const again = join(directory, 'again.ndjson');
      const json = await run('export', '--out', again, '--json');
      expect(JSON.parse(json.out)).toEqual({ file: again, bytes: (await readFile(again)).length });
      expect((await run('export', '--json')).code).toBe(2);
      const { out } = await run('verify', '--json');
      const { public_keys } = JSON.parse(out) as { public_keys: { public_key: string }[] };
      const key = public_keys[0]?.public_key ?? '';
      const offline = { environment: {} };
      const check = (...args: readonly string[]) => witness(['audit', 'verify-export', ...args], offline);
      const good = await check(path, '--public-key', key);
      expect(good).toMatchObject({ code: 0, err: '' });
      expect(good.out).toContain('4 events');
      expect((await check(path)).err).toContain('give --public-key to be sure');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.slice(0, -10));
      const cut = await check(path, '--json');
      expect(cut.code).toBe(5);
      expect(JSON.parse(cut.out)).toMatchObject({ ok: false, faults: [{ code: 'cut' }] });
      const other = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
      await writeFile(path, text);
      expect((await check(path, '--public-key', other)).out).toContain('foreign_key');
      expect((await check(path, '--public-key', other, '--public-key', key)).code).toBe(0);
      expect((await run('verify', '--public-key', other, '--public-key', key)).code).toBe(0);
      expect(await run('verify', '--public-key', other)).toMatchObject({
        code: 5,
        err: expect.stringContaining('another key than those given'),
      });
      expect((await check(path, '--public-key', join(directory, 'nothing'))).code).toBe(2);
      expect((await check(join(directory, 'nothing'))).code).toBe(2);
    }));

  it('exports to stdout what it exports to a file', () =>
    withPlace(async ({ run }) => {
      const { code, out } = await run('export');
      expect(code).toBe(0);
      expect(out.split('\n').at(-2)).toContain('"kind":"trailer"');
    }));

  it('replays a report as of a position and a time, and knows the session by no other', () =>
    withPlace(async ({ run }) => {
      const then = await run('replay', 'session-1', '--at-position', '3');
      expect(then).toMatchObject({ code: 0, err: '' });
      expect(then.out).toContain('hub  Not delivered');
      expect((await run('replay', 'session-1')).out).toContain('hub  Delivered');
      expect((await run('replay', 'session-1', '--at-time', '2020-01-01T00:00:00Z')).code).toBe(3);
      expect((await run('replay', 'nobody', '--at-position', '3')).code).toBe(3);
      expect((await run('replay', 'session-1', '--at-position', 'x')).code).toBe(2);
    }));
});
