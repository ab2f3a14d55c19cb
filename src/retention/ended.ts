import { Inject, Injectable } from '@nestjs/common';
import { type Pool } from 'pg';
import { POOL } from '../database/pool.ts';
import { sessionStream } from '../log/streams.ts';
import { RetentionPeriods } from './periods.ts';

/** How many of a session's newest attempts are kept as long as the session is: those that its report is made from. */
const keptAttempts = 4;

const dayMilliseconds = 86_400_000;

const touchedSql = `
select touched_at < now() - $3 * interval '1 day' as ended from session_keys where tenant_id = $1 and session = $2`;

/** Tells what is past its retention, also before or after it was really removed. */
@Injectable()
export class RetentionEnd {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly periods: RetentionPeriods,
  ) {}

  /** `updated_at`: when its last event was recorded; `newer`: how many attempts of the session came after it. */
  async isPast(
    tenantId: string,
    attempt: { readonly session_id: string; readonly updated_at: string; readonly newer: number },
  ): Promise<boolean> {
    const { read_model_days } = await this.periods.of(tenantId);
    const isOld = Date.parse(attempt.updated_at) < Date.now() - read_model_days * dayMilliseconds;
    if (!isOld) return false;
    if (attempt.newer >= keptAttempts) return true;
    const values = [tenantId, sessionStream(attempt.session_id), read_model_days];
    const { rows } = await this.pool.query<{ ended: boolean }>(touchedSql, values);
    return rows[0]?.ended === true;
  }
}
