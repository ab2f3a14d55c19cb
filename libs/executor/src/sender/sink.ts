import type { Batch } from '../spool/backlog.ts';

/** What is sent at once. */
export type Sent = Pick<Batch, 'json' | 'leftover'>;

/** What became of a batch. */
export type PostResult =
  /** The service has judged every event; the rejected ones will never be taken. */
  | {
      readonly outcome: 'judged';
      readonly rejected: readonly { readonly index: number; readonly code: string }[];
    }
  /** The batch cannot be taken as it is; a smaller one may be. */
  | { readonly outcome: 'too-large' }
  /** Not now: the service is away, busy or failing. */
  | { readonly outcome: 'later'; readonly after_ms: number | null; readonly reason: string }
  /** The credentials are missing, wrong, or not enough. */
  | { readonly outcome: 'unauthorized'; readonly status: number };

/** Where evidence goes. Resolves with what became of it; rejects only when `signal` aborts. */
export interface EvidenceSink {
  postEvidence(sent: Sent, signal: AbortSignal): Promise<PostResult>;
}
