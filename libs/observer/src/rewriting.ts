/** What a message is on: the same object for a request and its answer. */
export interface RewriteVia {
  /** The one server instance behind this transport. */
  readonly transport: object;
  /** Of the HTTP request that brought it, by its name in lower case; null where there is none. */
  header(name: string): string | null;
  /**
   * Asks the server itself, behind its transport, in the name of the request at hand; the answer reaches nobody else.
   * Rejects when there is none within the time, or an error.
   */
  ask(method: string, params: Readonly<Record<string, unknown>>, timeoutMs: number): Promise<unknown>;
}

/** In the place of a request: it does not go to the server, and this is the `result` of its answer. */
export class Answered {
  constructor(readonly result: Readonly<Record<string, unknown>>) {}
}

/**
 * Changes messages at the transport, only where the owner asked for it. Gives the very same object back where nothing
 * is to be changed, and never changes one in place. What it throws or rejects is dropped, and the message passes as it was.
 */
export interface Rewriter {
  /**
   * A request on its way to the server, or an {@link Answered}. A promise only where the server must be asked for its
   * tools first: other messages may overtake that request, but for the notice that cancels it.
   */
  toServer(request: unknown, via: RewriteVia): unknown;
  /**
   * A request of the server's own on its way to the client; as it is when absent. `within`: what the server was given by
   * `toServer` of the request that it is handling, undefined where it asks of itself.
   */
  asking?(request: unknown, within: unknown): unknown;
  /** The answer to `request`, the object that the client sent. */
  toClient(answer: unknown, request: unknown, via: RewriteVia): unknown;
  /**
   * The session that `request` belongs to, to be asked once `toServer` is done: a valid handle in it names one, or its
   * answer hands one out. Null for neither, and for a handle that is not ours.
   */
  sessionOf(request: unknown, via: RewriteVia): { readonly session_id: string } | null;
}
