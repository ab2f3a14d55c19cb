import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Pool } from 'pg';
import { DataSource } from 'typeorm';
import { withLock } from '../../database/lock.ts';
import { POOL } from '../../database/pool.ts';
import { repeatedly, type Repeating } from '../../database/repeatedly.ts';
import {
  forgetSession,
  generationsOf,
  holdWriters,
  type SessionKey,
} from '../../projections/store/forget-session.ts';
import { RetentionPeriods } from '../../retention/periods.ts';
import { Erasures } from '../erasure/erasures.ts';
import { dropOldAttempts } from './drop-old-attempts.ts';

const everyMilliseconds = 3_600_000;
const atOnce = 100;

const tenantsSql = 'select distinct tenant_id from session_keys';

const endedInLogSql = `
select session as name from session_keys
where tenant_id = $1 and destroyed_at is null and touched_at < now() - $2 * interval '1 day' and session > $3
order by session limit ${atOnce}`;

const endedInReadModelsSql = `
select distinct s.session_id as name from session_status s
join session_keys k on k.tenant_id = s.tenant_id
  and k.session = 'session-' || encode(sha256(convert_to(s.session_id, 'UTF8')), 'hex')
join projections p on p.generation = s.generation and p.state = 'live'
where s.tenant_id = $1 and k.touched_at < now() - $2 * interval '1 day' and s.session_id > $3
order by s.session_id limit ${atOnce}`;

interface Found {
  readonly rows: readonly { readonly name: string }[];
}

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
    this.#repeating = repeatedly(
      everyMilliseconds,
      (signal) => this.sweep(signal),
      (error) => {
        this.#logger.error(
          'What is past its retention was not removed; it is tried again in an hour.',
          error,
        );
      },
    );
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
    if (log_days !== null)
      await this.#each(endedInLogSql, [tenantId, log_days], signal, async (session) => {
        await this.erasures.erase({ tenant_id: tenantId, session }, 'retention');
      });
    await this.#each(endedInReadModelsSql, [tenantId, read_model_days], signal, (session_id) =>
      this.#forget({ tenant_id: tenantId, session_id }),
    );
    for (let dropped = 1; dropped > 0 && signal?.aborted !== true;)
      dropped = await this.dataSource.transaction((manager) =>
        dropOldAttempts(manager, tenantId, read_model_days),
      );
  }

  /** What the log still has is built again when something of the session comes late. */
  #forget(session: SessionKey): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const generations = await generationsOf(manager, 'live');
      await holdWriters(manager, generations, [session]);
      await forgetSession(manager, generations, session);
    });
  }

  /** Acts once on all that a statement finds, in the order of their names. */
  async #each(
    sql: string,
    values: readonly unknown[],
    signal: AbortSignal | undefined,
    act: (name: string) => Promise<void>,
  ): Promise<void> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const { rows }: Found = await this.pool.query<{ name: string }>(sql, [...values, after]);
      for (const { name } of rows) {
        if (signal?.aborted === true) return;
        await act(name);
      }
      after = rows.length < atOnce ? undefined : rows.at(-1)?.name;
    }
  }
}
