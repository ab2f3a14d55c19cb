import { type EventLog } from '@mcp-witness/event-log';
import { type EvidenceOf } from '@mcp-witness/evidence';
import { type DataSource } from 'typeorm';
import { type Credentials } from '../auth/credentials.ts';
import { derivedId } from '../log/derived-id.ts';
import { encodeEvidence } from '../log/evidence-codec.ts';
import { attemptStream } from '../log/streams.ts';

interface Lost {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
  readonly lost_at: Date;
  readonly left_at: Date | null;
}

const markSql = `
with lost as (
  update attempt_leases set lost_at = now()
  where expires_at < now() and lost_at is null and not ended
    and (executor_id is not null or left_at < now() - make_interval(secs => $1 / 1000.0))
  returning 1
)
select count(*)::integer as count from lost`;

/** In no order: attempts whose evidence never comes must not stand before others for ever. */
const unrecordedSql = `
select tenant_id, attachment_attempt_id, lost_at, left_at from attempt_leases
where lost_at is not null and not recorded order by random() limit 200`;

const recordedSql = `
update attempt_leases set recorded = true where tenant_id = $1 and attachment_attempt_id = $2`;

/**
 * Leases that tell nothing any more: lists ask who was connected when a walk began, so the newest dead ones stay a while,
 * and a loss is recorded first, however long no process of the service was there to do it.
 */
const forgetSql = `
delete from attempt_leases where expires_at < now() - interval '1 day'
  and (executor_id is null and left_at is null or ended or recorded or lost_at < now() - interval '1 day')`;

const pageSize = 1_000;

const endType = 'execution-ended';

const endOf = ({ attachment_attempt_id, lost_at }: Lost): EvidenceOf<typeof endType> => ({
  event_id: derivedId(attachment_attempt_id, 'lease-lost'),
  type: endType,
  attachment_attempt_id,
  occurred_at: lost_at.toISOString(),
  producer: { id: 'witness-leases', sequence: 1 },
  witness: 'resolver',
  data: { reason_code: 'lease_lost' },
});

/** Gives up executors that did not renew, for good: from here on no renewal is taken. Says how many attempts that are. */
export async function giveUpExpired(dataSource: DataSource, heldMilliseconds: number): Promise<number> {
  const [row] = await dataSource.query<{ count: number }[]>(markSql, [heldMilliseconds]);
  return row?.count ?? 0;
}

/** Of what was left the end may have come first, or long ago: then no lease tells of it. */
async function hasEnd(log: EventLog, { tenant_id, attachment_attempt_id }: Lost): Promise<boolean> {
  const stream = attemptStream(attachment_attempt_id);
  for (let from = 0; ; from += pageSize) {
    const page = await log.readStream({ tenant_id, stream, from, limit: pageSize });
    if (page.some(({ type }) => type === endType)) return true;
    if (page.length < pageSize) return false;
  }
}

/**
 * Tells the log of every attempt that was given up, once: the event follows from the lease alone, so that whoever does
 * it again, in this process or another, stores nothing. An attempt whose evidence has not come yet waits for it.
 */
export async function recordLost(
  dataSource: DataSource,
  log: EventLog,
  credentials: Pick<Credentials, 'endAttemptToken'>,
): Promise<void> {
  for (const lost of await dataSource.query<Lost[]>(unrecordedSql)) {
    const { tenant_id, attachment_attempt_id } = lost;
    const stream = attemptStream(attachment_attempt_id);
    const [first] = await log.readStream({ tenant_id, stream, limit: 1 });
    if (first?.meta === undefined || first.meta === null) continue;
    if (lost.left_at === null || !(await hasEnd(log, lost)))
      await log.append({
        append_id: derivedId(attachment_attempt_id, 'lease-lost', tenant_id),
        tenant_id,
        stream,
        expected: 'any',
        events: [encodeEvidence(endOf(lost), first.meta)],
      });
    await credentials.endAttemptToken({ tenant_id, attachment_attempt_id });
    await dataSource.query(recordedSql, [tenant_id, attachment_attempt_id]);
  }
}

export async function forgetOld(dataSource: DataSource): Promise<void> {
  await dataSource.query(forgetSql);
}
