import { Position } from '@mcp-witness/event-log';
import { type Fault } from '@mcp-witness/evidence';
import { type Caller } from '../auth/caller.ts';
import { type Judged, judgeEvent, type RejectionCode } from './judge-events.ts';
import { type AttemptKey } from './known-streams.ts';
import { isStart } from './openings.ts';
import { type Prepared } from './prepared.ts';
import { type Verdict, type Writer } from './writer.ts';

interface Rejection {
  readonly index: number;
  readonly event_id: string | null;
  readonly code: RejectionCode;
  readonly errors: readonly Fault[];
}

/** What became of a request's events. */
export interface Receipt {
  readonly accepted: number;
  readonly duplicates: number;
  /** By index. */
  readonly rejected: readonly Rejection[];
  readonly position: Position | null;
  /** Attempts whose execution ended by an event that is now in the log. */
  readonly ended: readonly string[];
  /** Attempts that have events in the log that they did not have before. */
  readonly written: readonly string[];
  /** Attempts that have events of this request in the log, new or known. */
  readonly known: readonly string[];
}

type Ready = Extract<Judged, { ok: true }>;

/** Attempts that are opened come first, in the order of their starts, which is that of their session. */
const byAttempt = (ready: readonly Ready[]): ReadonlyMap<string, readonly Ready[]> => {
  const groups = new Map<string, Ready[]>();
  const attemptOf = ({ prepared }: Ready): string => prepared.event.attachment_attempt_id;
  for (const one of ready) if (isStart(one.prepared.event)) groups.set(attemptOf(one), []);
  for (const one of ready) {
    const group = groups.get(attemptOf(one));
    if (group === undefined) groups.set(attemptOf(one), [one]);
    else group.push(one);
  }
  return groups;
};

interface Outcome {
  readonly one: Ready;
  readonly verdict: Verdict;
}

/** Every group is tried, and the first failure told afterwards: what was stored is known when the request is repeated. */
const writeAll = async (
  writer: Writer,
  tenantId: string,
  ready: readonly Ready[],
): Promise<{ readonly outcomes: readonly Outcome[]; readonly position: Position | null }> => {
  let position: Position | null = null;
  const outcomes: Outcome[] = [];
  const write = async (id: string, group: readonly Ready[]): Promise<void> => {
    const key: AttemptKey = { tenant_id: tenantId, attachment_attempt_id: id };
    const written = await writer.write(
      key,
      group.map(({ prepared }): Prepared => prepared),
    );
    if (
      written.position !== null &&
      (position === null || Position.compare(written.position, position) > 0)
    ) {
      position = written.position;
    }
    group.forEach((one, place) =>
      outcomes.push({ one, verdict: written.verdicts[place] ?? 'unknown_attempt' }),
    );
  };
  const results = await Promise.allSettled([...byAttempt(ready)].map(([id, group]) => write(id, group)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return { outcomes, position };
};

const rejectionOf = ({ one, verdict }: Outcome): Rejection[] =>
  verdict === 'conflict' || verdict === 'unknown_attempt' || verdict === 'erased'
    ? [{ index: one.index, event_id: one.prepared.event.event_id, code: verdict, errors: [] }]
    : [];

const isKnown = ({ verdict }: Outcome): boolean => verdict === 'accepted' || verdict === 'duplicate';

const attemptOf = ({ one: { prepared } }: Outcome): string => prepared.event.attachment_attempt_id;

/** Judges and stores the events of one request, each for itself. */
export const receiveEvidence = async (
  writer: Writer,
  caller: Caller,
  values: readonly unknown[],
): Promise<Receipt> => {
  const judged = values.map((value, index) => judgeEvent(value, index, caller.attachment_attempt_id));
  const ready = judged.filter((one): one is Ready => one.ok);
  const { outcomes, position } = await writeAll(writer, caller.tenant_id, ready);
  const known = outcomes.filter(isKnown);
  const refused = judged.flatMap((one): Rejection[] =>
    one.ok ? [] : [{ index: one.index, event_id: one.event_id, code: one.code, errors: one.errors }],
  );
  return {
    accepted: outcomes.filter(({ verdict }) => verdict === 'accepted').length,
    duplicates: outcomes.filter(({ verdict }) => verdict === 'duplicate').length,
    rejected: [...refused, ...outcomes.flatMap(rejectionOf)].sort((a, b) => a.index - b.index),
    position,
    ended: known.filter(({ one }) => one.prepared.event.type === 'execution-ended').map(attemptOf),
    written: outcomes.filter(({ verdict }) => verdict === 'accepted').map(attemptOf),
    known: known.map(attemptOf),
  };
};
