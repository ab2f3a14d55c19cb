import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '../support/database.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { clientOf } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';

jest.setTimeout(300_000);

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to that within a minute.');
    await pause(50);
  }
};

describe('a process that is killed while it seals the log', () => {
  it('is followed by another, which goes on with the same chain', () =>
    withDatabase(async ({ url, ownerPool }) => {
      const start = (): ReturnType<typeof startServiceProcess> =>
        startServiceProcess({ DATABASE_URL: url, WITNESS_LOG_LEVEL: 'silent' });
      const isTrue = async (sql: string): Promise<boolean> =>
        (await ownerPool.query<{ holds: boolean }>(`select (${sql}) as holds`)).rows[0]?.holds === true;
      const first = await start();
      const second = await start();
      const holder = await ownerPool.connect();
      try {
        const [one, other] = [clientOf(first.url), clientOf(second.url)];
        await one.post('/v1/attempts', attemptBody(uuid(1)));
        await until(() => isTrue('select max(last_position) = 3 from audit_blocks'));
        await holder.query('begin');
        await holder.query('lock table audit_blocks in exclusive mode');
        await one.post('/v1/evidence', [evidence(uuid(1), 3), evidence(uuid(1), 4)]);
        await until(() =>
          isTrue(`select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ~* 'insert into audit_blocks'
            and datname = current_database())`),
        );
        await first.end('SIGKILL');
        await other.post('/v1/evidence', [evidence(uuid(1), 5)]);
        await holder.query('commit');
        await until(() => isTrue('select max(last_position) = 6 from audit_blocks'));
        expect((await other.get('/v1/audit/verify')).body).toMatchObject({
          ok: true,
          checked: 6,
          unsealed: 0,
        });
      } finally {
        holder.release(true);
        await Promise.all([first.end('SIGKILL'), second.end('SIGTERM')]);
      }
    }));
});
