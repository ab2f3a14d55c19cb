import { parseInstant } from '../freshness/instant.ts';
import type { RecordedEvidence } from '../events/events.ts';
import type { HeldEntry, TimelineState } from './state.ts';

const MAX_ENTRIES = 64;
const SKEW = 5n * 60n * 1_000_000_000n;

/** Kinds that repeat with use: all of one server are one entry with a count. */
const folded: readonly string[] = ['tool-called', 'problem-reported'] satisfies RecordedEvidence['type'][];

const MINUTE = 'YYYY-MM-DDTHH:MM'.length;

function isSkewed(event: RecordedEvidence): boolean {
  if (event.occurred_at.slice(0, MINUTE) === event.recorded_at.slice(0, MINUTE)) return false;
  const [seen, recorded] = [parseInstant(event.occurred_at), parseInstant(event.recorded_at)];
  if (seen === null || recorded === null) return false;
  return seen - recorded > SKEW || recorded - seen > SKEW;
}

/** The members of events' data that an entry shows; most types have some of them. */
interface EntryData {
  readonly server_name?: string | null;
  readonly reason_code?: string | null;
  readonly summary?: string | null;
  readonly connection_id?: string | null;
}

function entryOf(event: RecordedEvidence, repeat: boolean): HeldEntry {
  const data = event.data as EntryData;
  return {
    kind: event.type,
    server_name: data.server_name ?? null,
    occurred_at: event.occurred_at,
    recorded_at: event.recorded_at,
    witness: event.witness,
    reason_code: data.reason_code ?? null,
    summary: data.summary ?? null,
    connection_id: data.connection_id ?? null,
    count: 1,
    clock_skew: isSkewed(event),
    repeat,
  };
}

/**
 * The timeline with one more event. The first of a kind for a server makes room for itself by the oldest repeat;
 * repeats make room for newer ones. What has no room is counted.
 */
export function withEntry({ entries, omitted }: TimelineState, event: RecordedEvidence): TimelineState {
  const name = (event.data as EntryData).server_name ?? null;
  const index = entries.findIndex(({ kind, server_name }) => kind === event.type && server_name === name);
  const first = entries[index];
  if (first !== undefined && folded.includes(first.kind)) {
    return { entries: entries.with(index, { ...first, count: first.count + 1 }), omitted };
  }
  const entry = entryOf(event, first !== undefined);
  if (entries.length < MAX_ENTRIES) return { entries: [...entries, entry], omitted };
  const oldestRepeat = entries.findIndex(({ repeat }) => repeat);
  if (oldestRepeat < 0) return { entries, omitted: omitted + 1 };
  return { entries: [...entries.toSpliced(oldestRepeat, 1), entry], omitted: omitted + 1 };
}
