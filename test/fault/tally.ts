import type { LogEvent } from '@mcp-witness/event-log';

/** What a tailing reader saw: it counts holes, doubles and steps back in the positions. */
export interface Tally {
  readonly seen: number;
  readonly faults: readonly string[];
  take(page: readonly LogEvent[]): void;
}

export function createTally(): Tally {
  let last = 0n;
  let seen = 0;
  const faults: string[] = [];
  return {
    get seen() {
      return seen;
    },
    faults,
    take(page) {
      for (const { position } of page) {
        if (BigInt(position) !== last + 1n) faults.push(`${position} came after ${last}`);
        last = BigInt(position);
        seen += 1;
      }
    },
  };
}
