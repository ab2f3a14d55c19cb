/**
 * How a body ended for who watches it: `whole`, `left` by its reader before that, `broken` off by its source or in its
 * encoding, or passed on `unread` from some place on.
 */
export type BodyEnd = 'whole' | 'left' | 'broken' | 'unread';

export interface BodyWatcher {
  onChunk(chunk: Uint8Array): void;
  /** Once. */
  onEnd(how: BodyEnd): void;
}

/** The same bytes in the same chunks at the same pace; each is seen after it was passed on. */
export function watchBody(
  body: ReadableStream<Uint8Array>,
  watcher: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read();
          if (next.done) {
            controller.close();
            watcher.onEnd('whole');
            return;
          }
          controller.enqueue(next.value);
          watcher.onChunk(next.value);
        } catch (error) {
          controller.error(error);
          watcher.onEnd('broken');
        }
      },
      async cancel(reason) {
        watcher.onEnd('left');
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
