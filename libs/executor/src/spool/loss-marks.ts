import type { FileHandle } from 'node:fs/promises';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { encodeLost } from './record.ts';

interface Mark {
  event: EvidenceEvent;
  isWritten: boolean;
  /** Of its first copy in the file; null where it has no place yet. */
  at: number | null;
  /** Bytes of one copy, for any count. */
  readonly length: number;
  /** The copy that is overwritten next: the other one stays whole meanwhile. */
  next: 0 | 1;
}

/** A count grows to this many digits at most. */
const countDigits = String(Number.MAX_SAFE_INTEGER).length;

/** Where the marks of losses that are not told stand in a spool's file: each twice, and overwritten in turn. */
export interface LossMarks {
  readonly size: number;
  /** The newest count of these. */
  set(events: readonly EvidenceEvent[]): void;
  /** These are told by events in the file. */
  told(events: readonly { readonly event: EvidenceEvent }[]): void;
  /** The lines of all, or of those that have no place. */
  linesOf(which: 'all' | 'unplaced'): string;
  /** Those lines stand from byte `start` on. */
  place(start: number): void;
  /** None has a place any more. */
  displace(): void;
  /** Brings those that have a place up to date. */
  overwrite(file: FileHandle): Promise<void>;
}

function lineOf({ event, length }: Mark): string {
  return encodeLost(JSON.stringify(event), length);
}

export function createLossMarks(): LossMarks {
  const marks = new Map<string, Mark>();
  let offered: readonly Mark[] = [];

  return {
    get size() {
      return marks.size;
    },
    set(events) {
      for (const event of events) {
        const known = marks.get(event.event_id);
        if (known !== undefined) Object.assign(known, { event, isWritten: false });
        else {
          const length = encodeLost(JSON.stringify(event), 0).length + countDigits;
          marks.set(event.event_id, { event, isWritten: false, at: null, length, next: 0 });
        }
      }
    },
    told(events) {
      if (marks.size > 0) for (const { event } of events) marks.delete(event.event_id);
    },
    linesOf(which) {
      offered = [...marks.values()].filter(({ at }) => which === 'all' || at === null);
      for (const mark of offered) if (mark.at === null) mark.isWritten = true;
      return offered.map((mark) => lineOf(mark).repeat(2)).join('');
    },
    place(start) {
      let at = start;
      for (const mark of offered) {
        mark.at = at;
        at += 2 * mark.length;
      }
    },
    displace() {
      for (const mark of marks.values()) Object.assign(mark, { at: null, isWritten: false });
    },
    async overwrite(file) {
      for (const mark of marks.values()) {
        if (mark.isWritten || mark.at === null) continue;
        mark.isWritten = true;
        const at = mark.at + mark.next * mark.length;
        mark.next = mark.next === 0 ? 1 : 0;
        await file.write(lineOf(mark), at);
      }
    },
  };
}
