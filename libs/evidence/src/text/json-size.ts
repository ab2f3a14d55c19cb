/** The least that an element or a member adds: a digit and a comma, and before that `"":`. */
const leastElement = 2;
const leastMember = 5;

/** Null: already more than `room`. */
function contents(value: object, room: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length * leastElement > room ? null : (value as readonly unknown[]);
  const keys = Object.keys(value);
  return keys.length * leastMember > room ? null : [...keys, ...(Object.values(value) as unknown[])];
}

/**
 * How many bytes the compact JSON of a value has at least: exact but for escapes, characters beyond ASCII and punctuation.
 * Any depth, as it does not recurse. Looks no further than `limit`: a result above it says that the value is longer, not how much.
 */
export function leastJsonBytes(value: unknown, limit: number): number {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0 && bytes <= limit) {
    const next = waiting.pop();
    bytes += typeof next === 'string' ? next.length + 2 : 1;
    if (typeof next !== 'object' || next === null) continue;
    const inner = contents(next, limit - bytes);
    if (inner === null) return Infinity;
    for (const one of inner) waiting.push(one);
  }
  return bytes;
}
