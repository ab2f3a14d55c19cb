import { type EventLog } from '@mcp-witness/event-log';
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
import { EVENT_LOG } from '../../log/event-log.ts';
import { SESSION_KEYS, type SessionKeys, type SessionName } from '../../log/sealing/session-keys.ts';
import { completeErasure } from './complete-erasure.ts';

export interface Erasure {
  /** Names the session's stream, and tells nothing of its id. */
  readonly session: string;
  readonly reason: 'request' | 'retention';
  readonly requested_at: string;
  /** Null: it goes on in the background. */
  readonly completed_at: string | null;
}

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;

const beginSql = `
insert into erasures (tenant_id, session, reason) values ($1, $2, $3) on conflict (tenant_id, session) do nothing`;

const findSql = `
select session, reason, ${instant('requested_at')}, ${instant('completed_at')} from erasures
where tenant_id = $1 and session = $2`;

const pendingSql =
  'select tenant_id, session from erasures where completed_at is null order by random() limit 100';

const everyMilliseconds = 5_000;

/** Erases sessions for good. What was begun is carried to its end, by this process or by the next that starts. */
@Injectable()
export class Erasures implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(Erasures.name);
  #repeating: Repeating | null = null;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(SESSION_KEYS) private readonly keys: SessionKeys,
    @Inject(POOL) private readonly pool: Pool,
    private readonly dataSource: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(
      everyMilliseconds,
      (signal) => this.completePending(signal),
      (error) => {
        this.#failed(error);
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  async find({ tenant_id, session }: SessionName): Promise<Erasure | null> {
    return (await this.pool.query<Erasure>(findSql, [tenant_id, session])).rows[0] ?? null;
  }

  /** Begins the erasure and tries to complete it at once. Null: the tenant has no such session. */
  async erase(name: SessionName, reason: Erasure['reason']): Promise<Erasure | null> {
    const { tenant_id, session } = name;
    const known = await this.find(name);
    if (known !== null && known.completed_at !== null) return known;
    const [first] = await this.log.readStream({ tenant_id, stream: session, limit: 1 });
    if (first === undefined) return null;
    await this.pool.query(beginSql, [tenant_id, session, reason]);
    await this.#tryToComplete(name);
    return this.find(name);
  }

  /** Carries on what was begun and not completed, unless another process is at it. */
  async completePending(signal?: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<SessionName>(pendingSql);
    if (rows.length === 0) return;
    await withLock(this.pool, 'witness erasures', async () => {
      // One that cannot be completed keeps no other from it.
      for (const name of rows) if (signal?.aborted !== true) await this.#tryToComplete(name);
    });
  }

  async #tryToComplete(name: SessionName): Promise<void> {
    try {
      await this.#complete(name);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #complete(name: SessionName): Promise<void> {
    await completeErasure({ log: this.log, dataSource: this.dataSource }, name);
    await this.keys.refresh();
  }

  #failed(error: unknown): void {
    if (isDatabaseAway(error)) return;
    this.#logger.error('An erasure was not completed; it is tried again in a few seconds.', error);
  }
}
