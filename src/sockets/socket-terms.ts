import { type Scope } from '../auth/caller.ts';

/** What a frame of a client is: an event and what goes with it. */
interface Frame {
  readonly event: string;
  readonly data: unknown;
}

/** What a gateway says of its sockets, beside their path. */
export interface SocketTerms {
  readonly path: string;
  /** What the credential must allow. */
  readonly scope: Scope;
  /** Offered by clients; a browser names `bearer.<key>` beside it. */
  readonly subprotocol: string;
  /** Reads a text frame; null stands for a binary one. Must not throw. */
  readonly parse: (text: string | null) => Frame;
  /** Bytes of the largest frame that a client may send; 16,384 when absent. */
  readonly largestFrame?: number;
}
