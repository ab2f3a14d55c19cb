import type { FileHandle } from 'node:fs/promises';
import type { EvidenceEvent, EvidenceOf } from '@mcp-witness/evidence';
import { batchLimits } from './backlog.ts';
import { readAt } from './read-batch.ts';
import { decodeLine, type Entry, wholeLines } from './record.ts';

type LossEvent = EvidenceOf<'evidence-lost'>;

export interface FoundMarks {
  /** The furthest byte that was marked as sent. */
  readonly sentUpTo: number;
  /** The events that are to tell of losses, and do not stand in the file as events yet. */
  readonly untold: readonly EvidenceEvent[];
}

/** Takes the lines of a spool one by one. */
function createFindings(): FoundMarks & { take(entry: Entry | null): void } {
  const untold = new Map<string, LossEvent>();
  const told = new Set<string>();
  let sentUpTo = 0;
  return {
    get sentUpTo() {
      return sentUpTo;
    },
    get untold() {
      return [...untold.values()].filter(({ event_id }) => !told.has(event_id));
    },
    take(entry) {
      if (entry?.kind === 'sent') sentUpTo = Math.max(sentUpTo, entry.upTo);
      else if (entry?.kind === 'lost') {
        const event = JSON.parse(entry.json) as LossEvent;
        const known = untold.get(event.event_id)?.data.count ?? 0;
        if (event.data.count > known) untold.set(event.event_id, event);
      } else if (entry?.json.includes('"evidence-lost"') === true) {
        told.add((JSON.parse(entry.json) as EvidenceEvent).event_id);
      }
    },
  };
}

/** What the marks in a spool say, by reading the whole file once. */
export async function readMarks(file: FileHandle): Promise<FoundMarks> {
  const findings = createFindings();
  let at = 0;
  let size: number = batchLimits.bytes;
  for (;;) {
    const bytes = await readAt(file, at, size);
    const { lines, consumed } = wholeLines(bytes);
    for (const line of lines) findings.take(decodeLine(line));
    if (consumed === 0 && bytes.length < size) return findings;
    if (consumed === 0) size *= 2;
    at += consumed;
  }
}
