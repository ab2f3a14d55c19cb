/**
 * What is wrong with an event.
 * - `malformed`: a member is missing, of another type, or outside of its rule.
 * - `unknown_type`: the event's type is none that we know.
 * - `too_large`: a text, a list or a schema is over its limit.
 */
export type FaultCode = 'malformed' | 'unknown_type' | 'too_large';

/** A fault and its place: a JSON pointer (RFC 6901), the empty one for the whole. Never holds a value of the input. */
export interface Fault {
  readonly pointer: string;
  readonly code: FaultCode;
}

const MAX_FAULTS = 32;

/** Collects faults: counts all, keeps the first 32. */
export interface Faults {
  readonly list: readonly Fault[];
  readonly count: number;
  add(pointer: string, code: FaultCode): void;
}

export function collectFaults(): Faults {
  const list: Fault[] = [];
  let count = 0;
  return {
    list,
    get count() {
      return count;
    },
    add(pointer, code) {
      count += 1;
      if (list.length < MAX_FAULTS) list.push({ pointer, code });
    },
  };
}

/** The pointer to a member or an item of what `parent` points to. */
export function pointerTo(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
