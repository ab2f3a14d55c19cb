import type { RequestHead } from './request-head.ts';

/** In the place of a method that nobody read. */
export const UNREAD = 'unread';

/** How a message came: what adapters know of it beside the message itself. */
export interface Passed {
  /** Of the observation that it will be told as; further ones, of a batch, have others. */
  readonly id: string;
  isTold: boolean;
  /** The observation within which it was asked, in this process. */
  readonly parent_id: string | null;
  readonly transport: 'stdio' | 'http' | 'sse' | 'memory' | 'unknown';
  /** Null where no HTTP request carried it. */
  readonly head: RequestHead | null;
  /** What the transport passed beside it. */
  readonly extra: unknown;
  /** The transport keeps a session; `own` where it is known by an id of ours alone. */
  readonly session: { readonly own: string } | 'connection' | null;
  /** Of the client, where the server itself can say it. */
  readonly ownRecord: () => { readonly client: unknown; readonly protocol_version: unknown };
  readonly handle: () => { readonly session_id: string } | null;
}
