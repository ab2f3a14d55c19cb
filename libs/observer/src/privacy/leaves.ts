/** A text, number or the like within a JSON value, and the way to it: `filter.status`, `ids.0`. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

const MOST_LEAVES = 64;

function* leavesOf(value: unknown, path: string): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) {
    yield { path, value: value as Leaf['value'] };
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    yield* leavesOf(member, path === '' ? key : `${path}.${key}`);
  }
}

/** The first leaves of a plain JSON value, in its own order. */
export function firstLeaves(value: unknown): readonly Leaf[] {
  const found: Leaf[] = [];
  for (const leaf of leavesOf(value, '')) {
    found.push(leaf);
    if (found.length === MOST_LEAVES) break;
  }
  return found;
}
