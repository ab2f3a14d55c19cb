export interface Terms {
  /** Ends the call before its time. */
  readonly signal: AbortSignal | undefined;
  readonly milliseconds: number;
  /** Told every part of the answer as it comes. */
  readonly onPart?: ((part: Uint8Array) => void) | undefined;
}

const nothing = (): void => undefined;

/** Once an answer has begun its connection forgets the signal in the same way, so who reads is told as well. */
const bodyOf = async (
  { body }: Response,
  signal: AbortSignal,
  onPart: Terms['onPart'],
): Promise<Blob | null> => {
  if (body === null) return null;
  const reader = body.getReader();
  signal.addEventListener('abort', () => {
    reader.cancel().catch(nothing);
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return new Blob(chunks);
    chunks.push(value);
    onPart?.(value);
  }
};

/**
 * Sends a request and reads its whole answer, within a time. Rejects with what `send` rejects with.
 *
 * The signal is one of our own, held by the timer, and named apart from the request: Node 20 forgets those of
 * `AbortSignal.timeout` and `AbortSignal.any`, and that of a request which nobody holds, as soon as it clears up memory,
 * and then the call never ends.
 */
export const sendWithin = async (
  send: typeof fetch,
  request: Request,
  { signal, milliseconds, onPart }: Terms,
): Promise<Response> => {
  const limit = new AbortController();
  const stop = (): void => {
    limit.abort(signal?.reason);
  };
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`No whole answer within ${milliseconds} ms.`, 'TimeoutError'));
  }, milliseconds);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    const answer = await send(request, { signal: limit.signal });
    return new Response(await bodyOf(answer, limit.signal, onPart), answer);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};
