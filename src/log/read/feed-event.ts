import { type LogEvent } from '@mcp-witness/event-log';
import { type RecordedEvidence } from '@mcp-witness/evidence';
import { holdsNothing } from '../erased.ts';
import { decodeEvidence, decodeIdentity } from '../evidence-codec.ts';
import { isAttemptStream } from '../streams.ts';

/** A recorded event as other services are given it. */
export type FeedEvent = RecordedEvidence & { readonly task_id: string | null };

/** Which events a reader wants: an event must fit one value of every member that is there. */
export interface Selection {
  readonly type?: readonly string[];
  readonly session_id?: readonly string[];
  readonly task_id?: readonly string[];
  /** Names of servers; events that concern no server fit none. */
  readonly server?: readonly string[];
}

/** The event in the reader's form, or null when it is not for this reader. */
export type Pick = (event: LogEvent) => FeedEvent | null;

const fits = (wanted: readonly string[] | undefined): ((value: string | null | undefined) => boolean) => {
  if (wanted === undefined || wanted.length === 0) return () => true;
  const values: ReadonlySet<unknown> = new Set(wanted);
  return (value) => values.has(value);
};

/** Picks what `selection` wants of one tenant's evidence; what was erased is for nobody. What costs least is asked first: most events are nobody's. */
export const picking = (tenantId: string, selection: Selection): Pick => {
  const type = fits(selection.type);
  const session = fits(selection.session_id);
  const task = fits(selection.task_id);
  const server = fits(selection.server);
  return (event) => {
    if (event.tenant_id !== tenantId || !isAttemptStream(event.stream) || !type(event.type)) return null;
    if (holdsNothing(event)) return null;
    const { session_id, task_id } = decodeIdentity(event.meta);
    if (!session(session_id) || !task(task_id)) return null;
    const recorded = decodeEvidence(event);
    const name = 'server_name' in recorded.data ? recorded.data.server_name : null;
    return server(name) ? { ...recorded, task_id } : null;
  };
};
