/**
 * Finds many byte strings in one pass (Aho and Corasick): each byte of the text is looked at once, whatever the number of
 * needles, plus the fallbacks, which are no more in all than the bytes read.
 */
export interface Automaton {
  readonly children: ReadonlyMap<number, number>;
  readonly fallback: Int32Array;
  /** Bytes that begin a needle: 1, others 0. Most of a text is passed over by this alone. */
  readonly begins: Uint8Array;
  /** Length of the longest needle that ends in a state, 0 for none. */
  readonly ending: Int32Array;
}

/** Secrets are compared without regard to the case of ASCII letters: transports fold some of them. */
export const fold = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte);

const edge = (state: number, byte: number): number => state * 256 + byte;

interface Trie {
  readonly children: Map<number, number>;
  readonly parents: number[];
  readonly bytes: number[];
  readonly depths: number[];
  readonly ending: number[];
}

function addState(trie: Trie, parent: number, byte: number): number {
  const state = trie.parents.length;
  trie.children.set(edge(parent, byte), state);
  trie.parents.push(parent);
  trie.bytes.push(byte);
  trie.depths.push((trie.depths[parent] ?? 0) + 1);
  trie.ending.push(0);
  return state;
}

function addNeedle(trie: Trie, needle: Uint8Array): void {
  let state = 0;
  for (const raw of needle) {
    const byte = fold(raw);
    state = trie.children.get(edge(state, byte)) ?? addState(trie, state, byte);
  }
  trie.ending[state] = needle.length;
}

/** Needles are folded here; an empty one is never found. */
export function buildAutomaton(needles: readonly Uint8Array[]): Automaton {
  const trie: Trie = { children: new Map(), parents: [0], bytes: [0], depths: [0], ending: [0] };
  for (const needle of needles) addNeedle(trie, needle);
  const { children, parents, bytes, depths } = trie;
  const fallback = new Int32Array(parents.length);
  const ending = Int32Array.from(trie.ending);
  const order = depths.map((_, state) => state).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
  for (const state of order.slice(1)) {
    const parent = parents[state] ?? 0;
    const fall = parent === 0 ? 0 : step({ children, fallback }, fallback[parent] ?? 0, bytes[state] ?? 0);
    fallback[state] = fall;
    ending[state] = Math.max(ending[state] ?? 0, ending[fall] ?? 0);
  }
  const begins = Uint8Array.from({ length: 256 }, (_, byte) => (children.has(byte) ? 1 : 0));
  return { children, fallback, begins, ending };
}

/** The state after one more (folded) byte. */
export function step(
  automaton: Pick<Automaton, 'children' | 'fallback'>,
  from: number,
  byte: number,
): number {
  let state = from;
  for (;;) {
    const next = automaton.children.get(edge(state, byte));
    if (next !== undefined) return next;
    if (state === 0) return 0;
    state = automaton.fallback[state] ?? 0;
  }
}
