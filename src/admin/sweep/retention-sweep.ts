import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { isDatabaseAway } from '../../database/away.ts';
import { withLock } from '../../database/lock.ts';
import { POOL } from '../../database/pool.ts';
import { repeatedly, type Repeating } from '../../database/repeatedly.ts';
import { forgetSession, holdWriters } from '../../projections/store/forget-session.ts';
import { RetentionPeriods } from '../../retention/periods.ts';
import { Erasures } from '../erasure/erasures.ts';
import { dropOldAttempts } from './drop-old-attempts.ts';

const everyMilliseconds = 3_600_000;
const atOnce = 100;

const tenantsSql = 'select distinct tenant_id from session_keys';

const endedInLogSql = `
select session from session_keys
where tenant_id = $1 and destroyed_at is null and touched_at < now() - $2 * interval '1 day' limit ${atOnce}`;

const endedInReadModelsSql = `
select distinct s.session_id from session_status s
join session_keys k on k.tenant_id = s.tenant_id
  and k.session = 'session-' || encode(sha256(convert_to(s.session_id, 'UTF8')), 'hex')
where s.tenant_id = $1 and k.touched_at < now() - $2 * interval '1 day' limit ${atOnce}`;

/** Removes what is past its retention, once an hour; of all processes of a database one at a time. */
@Injectable()
export class RetentionSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(RetentionSweep.name);
  #repeating: Repeating | null = null;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly dataSource: DataSource,
    private readonly periods: RetentionPeriods,
    private readonly erasures: Erasures,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(everyMilliseconds, async (signal) => {
      try {
        await this.sweep(signal);
      } catch (error) {
        if (!isDatabaseAway(error))
          this.#logger.error(
            'What is past its retention was not removed; it is tried again in an hour.',
            error,
          );
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  /** Removes now what is past its retention. */
  async sweep(signal?: AbortSignal): Promise<void> {
    await withLock(this.pool, 'witness retention', async () => {
      const { rows } = await this.pool.query<{ tenant_id: string }>(tenantsSql);
      for (const { tenant_id } of rows)
        if (signal?.aborted !== true) await this.#sweepTenant(tenant_id, signal);
    });
  }

  async #sweepTenant(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    const { read_model_days, log_days } = await this.periods.of(tenantId);
    if (log_days !== null) {
      await this.#each(endedInLogSql, [tenantId, log_days], signal, async ({ session }) => {
        const erasure = await this.erasures.erase({ tenant_id: tenantId, session }, 'retention');
        return erasure !== null && erasure.completed_at !== null;
      });
    }
    await this.#each(endedInReadModelsSql, [tenantId, read_model_days], signal, async ({ session_id }) => {
      await this.dataSource.transaction(async (manager) => {
        await holdWriters(manager);
        await forgetSession(manager, { tenant_id: tenantId, session_id });
      });
      return true;
    });
    await this.dataSource.transaction(async (manager) => {
      await holdWriters(manager);
      await dropOldAttempts(manager, tenantId, read_model_days);
    });
  }

  /** Acts on all that a statement finds, which an act that succeeds must make it find no more. */
  async #each(
    sql: string,
    values: readonly unknown[],
    signal: AbortSignal | undefined,
    act: (row: { readonly session: string; readonly session_id: string }) => Promise<boolean>,
  ): Promise<void> {
    for (;;) {
      const { rows } = await this.pool.query<{ session: string; session_id: string }>(sql, [...values]);
      let done = 0;
      for (const row of rows) {
        if (signal?.aborted === true) return;
        if (await act(row)) done += 1;
      }
      if (done < atOnce) return;
    }
  }
}
