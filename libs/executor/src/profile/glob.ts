/** The characters of one glob, one bit a place in words of 32, for a search that holds all places at once. */
interface Places {
  /** Where each character may stand; what stands nowhere else stands where a `?` is. */
  readonly of: ReadonlyMap<string, Uint32Array>;
  readonly anywhere: Uint32Array;
  /** Places before which a `*` stands: any text may come first. */
  readonly waiting: Uint32Array;
  readonly count: number;
}

const setBit = (words: Uint32Array, at: number): void => {
  words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
};

const hasBit = (words: Uint32Array, at: number): boolean =>
  (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

function placesOf(glob: string): Places {
  const wanted = Array.from(glob);
  const count = wanted.filter((one) => one !== '*').length;
  const words = (count >>> 5) + 1;
  const anywhere = new Uint32Array(words);
  const waiting = new Uint32Array(words);
  let at = 0;
  for (const one of wanted) {
    if (one === '*') setBit(waiting, at);
    else at += 1;
    if (one === '?') setBit(anywhere, at - 1);
  }
  const of = new Map<string, Uint32Array>();
  const named = wanted.filter((one) => one !== '*');
  for (const [place, one] of named.entries()) {
    if (one === '?') continue;
    const places = of.get(one) ?? Uint32Array.from(anywhere);
    setBit(places, place);
    of.set(one, places);
  }
  return { of, anywhere, waiting, count };
}

/** Moves every place that the character fits by one, and keeps those that any text may stand before. False: none is left. */
function step(reached: Uint32Array, fits: Uint32Array, waiting: Uint32Array): boolean {
  let carried = 0;
  let left = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const here = reached[word] ?? 0;
    const moved = here & (fits[word] ?? 0);
    const next = (moved << 1) | carried | (here & (waiting[word] ?? 0));
    carried = moved >>> 31;
    reached[word] = next;
    left |= next;
  }
  return left !== 0;
}

/**
 * Tells of a name whether it fits a glob: `*` stands for any text, `?` for one character, everything else for itself, case
 * included. Takes a step for each character of the name and each 32 of the glob, whatever stands in them.
 */
export function compileGlob(glob: string): (name: string) => boolean {
  const { of, anywhere, waiting, count } = placesOf(glob);
  return (name) => {
    const reached = new Uint32Array(waiting.length);
    setBit(reached, 0);
    for (const one of name) {
      if (!step(reached, of.get(one) ?? anywhere, waiting)) return false;
    }
    return hasBit(reached, count);
  };
}
