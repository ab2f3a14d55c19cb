import { parseAttempt } from '@mcp-witness/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '../auth/caller.ts';
import { CREDENTIALS, type Credentials, hashOf, mintAttemptToken } from '../auth/credentials.ts';
import { Problem } from '../http/problem.ts';
import { LEASES, type Leases } from '../leases/leases.ts';
import { IngestMetrics } from '../metrics/ingest-metrics.ts';
import { prepare } from './arrival.ts';
import { type Prepared } from './prepared.ts';
import { type Receipt, receiveEvidence } from './receive-evidence.ts';
import { type Opened, type Writer, WRITER } from './writer.ts';

/** An attempt's place and its new token. */
export interface AttemptReceipt {
  readonly attachment_attempt_id: string;
  readonly ordinal: number;
  readonly superseded: string | null;
  readonly position: string;
  readonly attempt_token: string;
}

/** An attempt that was opened; `created` is false when it was known with the same content. */
export interface OpenedAttempt {
  readonly created: boolean;
  readonly receipt: AttemptReceipt;
}

/** How evidence came. */
interface Delivered {
  /** Its producers are gone: nothing counts as alive because of it. */
  readonly leftover: boolean;
}

/** The write side: takes attempts and evidence in. */
@Injectable()
export class Ingest {
  constructor(
    @Inject(WRITER) private readonly writer: Writer,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    private readonly metrics: IngestMetrics,
    @Inject(LEASES) private readonly leases: Leases,
  ) {}

  /** Throws `invalid` with the faults, or `conflict`. */
  async openAttempt(caller: Caller, body: unknown): Promise<OpenedAttempt> {
    if (caller.attachment_attempt_id !== null) throw new Problem('forbidden');
    const parsed = parseAttempt(body);
    if (!parsed.ok)
      throw new Problem(parsed.faults.every(isTooMany) ? 'too_large' : 'invalid', { errors: parsed.faults });
    const [start, ...servers] = parsed.events;
    const { attachment_attempt_id } = start;
    const key = { tenant_id: caller.tenant_id, attachment_attempt_id };
    const events: readonly [Prepared, ...Prepared[]] = [prepare(start), ...servers.map(prepare)];
    const opened = await this.writer.open(key, events);
    this.metrics.count(countsOf(opened.outcome, events.length));
    if (opened.outcome === 'conflict' || opened.outcome === 'erased') throw new Problem(opened.outcome);
    const token = mintAttemptToken();
    await this.credentials.setAttemptToken(key, hashOf(token));
    await this.leases.written(caller.tenant_id, [attachment_attempt_id]);
    return toOpenedAttempt(attachment_attempt_id, opened, token);
  }

  async takeEvidence(caller: Caller, values: readonly unknown[], { leftover }: Delivered): Promise<Receipt> {
    const receipt = await receiveEvidence(this.writer, caller, values);
    this.metrics.count(receipt);
    const { tenant_id } = caller;
    const ended = new Set(receipt.ended);
    const goesOn = (id: string): boolean => !ended.has(id);
    if (leftover) await this.leases.left(tenant_id, receipt.known.filter(goesOn));
    else await this.leases.written(tenant_id, receipt.written.filter(goesOn));
    for (const attachment_attempt_id of ended) {
      await this.credentials.endAttemptToken({ tenant_id, attachment_attempt_id });
      await this.leases.ended(tenant_id, attachment_attempt_id);
    }
    return receipt;
  }
}

const isTooMany = ({ pointer, code }: { readonly pointer: string; readonly code: string }): boolean =>
  pointer === '/servers' && code === 'too_large';

/** An attempt is taken or refused as a whole. */
const countsOf = (outcome: Opened['outcome'], events: number): Parameters<IngestMetrics['count']>[0] => ({
  accepted: outcome === 'opened' ? events : 0,
  duplicates: outcome === 'known' ? events : 0,
  rejected:
    outcome === 'conflict' || outcome === 'erased'
      ? Array<{ code: string }>(events).fill({ code: outcome })
      : [],
});

const toOpenedAttempt = (
  attachment_attempt_id: string,
  opened: Extract<Opened, { placed: unknown }>,
  attempt_token: string,
): OpenedAttempt => ({
  created: opened.outcome === 'opened',
  receipt: {
    attachment_attempt_id,
    ordinal: opened.placed.ordinal,
    superseded: opened.placed.superseded,
    position: opened.position,
    attempt_token,
  },
});
