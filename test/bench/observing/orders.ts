/** What the benchmark asks of a server, and what that tells. */
export type Order =
  | { readonly kind: 'go'; readonly calls: number }
  | { readonly kind: 'look' }
  /** Close what is open, and let the process end as it does. */
  | { readonly kind: 'leave' }
  /** End it at once. */
  | { readonly kind: 'exit' };

export interface Told {
  readonly kind: 'went';
  /** Microseconds of each call. */
  readonly times: readonly number[];
  /** Microseconds of processor time that the process has had. */
  readonly processor: number;
}
