/** An event as it was proposed. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event as the double keeps it. */
export interface Kept extends Proposed {
  readonly stream: string;
  readonly revision: number;
  /** Commit and prepare position in one: an event that was appended without a transaction of its own has both here. */
  readonly position: bigint;
  readonly created: bigint;
}

/** A revision, or `'any'`, `'no_stream'`, `'stream_exists'`. */
export type Expected = bigint | 'any' | 'no_stream' | 'stream_exists';

export type Verdict =
  | { readonly kind: 'stored'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'wrong_version'; readonly current: number | null };

/** What one or more doubles of a cluster keep: one order of all events, and of each stream. */
export interface TransactionLog {
  append(stream: string, expected: Expected, events: readonly Proposed[]): Verdict;
  /** Of one stream, oldest first; null when there is none. */
  stream(name: string): readonly Kept[] | null;
  /** Oldest first. */
  all(): readonly Kept[];
  /** What is appended from now on is written, and not yet to be read, as before it is replicated. */
  hold(): void;
  /** Everything is to be read again. */
  release(): void;
  /** Called whenever there is more to read. */
  onGrowth(listener: () => void): () => void;
}

const firstPosition = 1_170n;
const overhead = 131n;
const ticksPerMillisecond = 10_000n;

export function createTransactionLog(): TransactionLog {
  const events: Kept[] = [];
  const byStream = new Map<string, Kept[]>();
  const listeners = new Set<() => void>();
  let end = firstPosition;
  let readable: number | null = null;

  const isReadable = ({ position }: Kept): boolean =>
    readable === null || position < (events[readable]?.position ?? end);

  const grow = (): void => {
    for (const listener of listeners) listener();
  };

  function keep(stream: string, events_: readonly Proposed[]): Kept {
    const kept = byStream.get(stream) ?? [];
    byStream.set(stream, kept);
    for (const event of events_) {
      const created = BigInt(Date.now()) * ticksPerMillisecond;
      const whole = { ...event, stream, revision: kept.length, position: end, created };
      kept.push(whole);
      events.push(whole);
      // Positions are offsets in a file: they have holes as large as the records are.
      end += overhead + BigInt(event.data.length + event.metadata.length + event.type.length);
    }
    return kept.at(-1)!;
  }

  return {
    append(stream, expected, proposed) {
      const kept = byStream.get(stream) ?? [];
      const verdict = judge(kept, expected, proposed);
      if (verdict !== null) return verdict;
      const last = keep(stream, proposed);
      if (readable === null) setImmediate(grow);
      return stored(last);
    },
    stream: (name) => {
      const kept = byStream.get(name)?.filter(isReadable) ?? [];
      return kept.length === 0 ? null : kept;
    },
    all: () => (readable === null ? events : events.slice(0, readable)),
    hold() {
      readable ??= events.length;
    },
    release() {
      readable = null;
      grow();
    },
    onGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const stored = ({ revision, position }: Kept): Verdict => ({ kind: 'stored', revision, position });

/** Null: nothing speaks against it. An append whose event ids are there already is answered as when it was stored. */
function judge(kept: readonly Kept[], expected: Expected, proposed: readonly Proposed[]): Verdict | null {
  const current = kept.length - 1;
  const wrong: Verdict = { kind: 'wrong_version', current: current < 0 ? null : current };
  if (expected === 'stream_exists' && current < 0) return wrong;
  if (expected === 'any' || expected === 'stream_exists') {
    const first = kept.findIndex(({ id }) => id === proposed[0]?.id);
    return first < 0 ? null : repeated(kept, first, proposed, wrong);
  }
  const revision = expected === 'no_stream' ? -1 : Number(expected);
  if (revision === current) return null;
  return revision > current ? wrong : repeated(kept, revision + 1, proposed, wrong);
}

function repeated(
  kept: readonly Kept[],
  first: number,
  proposed: readonly Proposed[],
  wrong: Verdict,
): Verdict {
  const same = proposed.every(({ id }, index) => kept[first + index]?.id === id);
  const last = kept[first + proposed.length - 1];
  return same && last !== undefined ? stored(last) : wrong;
}
