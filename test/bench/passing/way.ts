/** A way that messages take from a client to who answers them. */
export interface Way {
  readonly name: string;
  /** What it is compared with; null for a way that others are compared with. */
  readonly reference: string | null;
  /** The processes whose memory is to stay flat, by what they are. */
  readonly processes: Readonly<Record<string, number>>;
  /** One request of about 200 bytes, and an answer of about `size`. */
  exchange(size: number): Promise<void>;
  end(): Promise<void>;
}

/** Bytes of the answers, in turns: a notice, a page of text, a file. */
export const sizes = [200, 2_000, 20_000] as const;

export const sizeOf = (turn: number): number => sizes[turn % sizes.length] ?? 0;

/** Fills a request up to its usual length. */
export const filling = 'f'.repeat(120);
