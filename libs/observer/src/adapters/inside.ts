import { AsyncLocalStorage } from 'node:async_hooks';

/** Within what a message is handled: what is asked there, in this process, is nested in it. */
export interface Inside {
  /** The message that is being handled; of an HTTP edge the exchange alone. */
  readonly message: unknown;
  /** Of its observation; null where an edge passes it on. */
  readonly id: string | null;
  readonly exchange: ClaimedExchange | null;
}

/** An HTTP exchange that an edge sees. What a transport behind it observes is the transport's to tell. */
export interface ClaimedExchange {
  readonly method: string;
  /** Says that a transport observes what came with it. */
  claim(): void;
}

export const inside = new AsyncLocalStorage<Inside>();
