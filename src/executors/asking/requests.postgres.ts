import { type Pool } from 'pg';

/** Notifications of requests: `[tenant_id, executor_id]` as JSON. */
export const requestsChannel = 'witness_executor_requests';
/** Notifications of answers: the id of the request. */
export const answersChannel = 'witness_executor_answers';

/** Notifications of how far an executor is: `[id, text]` as JSON. */
export const progressChannel = 'witness_executor_progress';

export interface ExecutorName {
  readonly tenant_id: string;
  readonly executor_id: string;
}

interface NewRequest extends ExecutorName {
  readonly id: string;
  readonly kind: string;
  /** JSON. */
  readonly data: string;
  readonly seal_key: Buffer;
  readonly deadline_ms: number;
}

/** A request that has no answer yet. */
export interface OpenRequest {
  readonly id: string;
  readonly kind: string;
  readonly data: string;
  readonly seal_key: Buffer;
  /** Milliseconds that are left. */
  readonly deadline_ms: number;
}

/** The requests of all processes, as rows. Every statement is alone, so that none waits for another. */
export interface RequestRows {
  add(request: NewRequest): Promise<void>;
  open(executor: ExecutorName): Promise<readonly OpenRequest[]>;
  /** Only the executor that was asked may answer, and only once. */
  answer(executor: ExecutorName, id: string, sealed: Buffer): Promise<void>;
  /** Only of a request that waits, by the executor that was asked. Whoever waits may miss it. */
  progress(executor: ExecutorName, id: string, text: string): Promise<void>;
  answerTo(id: string): Promise<Buffer | null>;
  /** Whoever holds the executor's socket hears of it when there was no answer. */
  remove(id: string): Promise<void>;
  /** Rows whose process is gone. */
  sweep(): Promise<void>;
}

const addSql = `
with added as (
  insert into executor_requests (id, tenant_id, executor_id, kind, data, seal_key, deadline_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7 / 1000.0))
  returning tenant_id, executor_id
)
select pg_notify('${requestsChannel}', json_build_array(tenant_id, executor_id)::text) from added`;

const openSql = `
select id, kind, data, seal_key, (extract(epoch from deadline_at - now()) * 1000)::integer as deadline_ms
from executor_requests
where tenant_id = $1 and executor_id = $2 and answer is null and deadline_at > now()
order by deadline_at`;

const answerSql = `
with answered as (
  update executor_requests set answer = $4 where id = $3 and tenant_id = $1 and executor_id = $2 and answer is null
  returning id
)
select pg_notify('${answersChannel}', id::text) from answered`;

const progressSql = `
select pg_notify('${progressChannel}', json_build_array(id, $4::text)::text) from executor_requests
where id = $3 and tenant_id = $1 and executor_id = $2 and answer is null`;

const removeSql = `
with removed as (delete from executor_requests where id = $1 returning tenant_id, executor_id, answer)
select pg_notify('${requestsChannel}', json_build_array(tenant_id, executor_id)::text) from removed where answer is null`;

const sweepSql = `delete from executor_requests where deadline_at < now() - interval '1 minute'`;

export const postgresRequests = (pool: Pool): RequestRows => ({
  async add({ id, tenant_id, executor_id, kind, data, seal_key, deadline_ms }) {
    await pool.query(addSql, [id, tenant_id, executor_id, kind, data, seal_key, deadline_ms]);
  },
  async open({ tenant_id, executor_id }) {
    return (await pool.query<OpenRequest>(openSql, [tenant_id, executor_id])).rows;
  },
  async answer({ tenant_id, executor_id }, id, sealed) {
    await pool.query(answerSql, [tenant_id, executor_id, id, sealed]);
  },
  async progress({ tenant_id, executor_id }, id, text) {
    await pool.query(progressSql, [tenant_id, executor_id, id, text]);
  },
  async answerTo(id) {
    const { rows } = await pool.query<{ answer: Buffer | null }>(
      'select answer from executor_requests where id = $1',
      [id],
    );
    return rows[0]?.answer ?? null;
  },
  async remove(id) {
    await pool.query(removeSql, [id]);
  },
  async sweep() {
    await pool.query(sweepSql);
  },
});
