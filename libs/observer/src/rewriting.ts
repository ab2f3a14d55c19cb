/** What a message is on: the same object for a request and its answer. */
export interface RewriteVia {
  /** The one server instance behind this transport: registries are kept by it. */
  readonly transport: object;
  /**
   * Asks the server itself, behind its transport, in the name of the request at hand; the answer reaches nobody else.
   * Rejects when there is none within the time, or an error.
   */
  ask(method: string, params: Readonly<Record<string, unknown>>, timeoutMs: number): Promise<unknown>;
}

/**
 * Changes messages at the transport, only where the owner asked for it. Gives the very same object back where nothing
 * is to be changed, and never changes one in place. What it throws is dropped, and the message passes as it was.
 */
export interface Rewriter {
  /** A request on its way to the server; what was seen of it is what the client sent. */
  toServer(request: unknown, via: RewriteVia): unknown;
  /** The answer to `request`, which is as it was sent by the client. */
  toClient(answer: unknown, request: unknown, via: RewriteVia): unknown;
  /** The session that a valid handle in this request names; null for none, and for one that is not ours. */
  readHandle(params: unknown): { readonly session_id: string } | null;
}
