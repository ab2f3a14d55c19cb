export interface BodyWatcher {
  onChunk(chunk: Uint8Array): void;
  /** Once. `aborted`: the reader left before the end, or the source broke. */
  onEnd(aborted: boolean): void;
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
            watcher.onEnd(false);
            return;
          }
          controller.enqueue(next.value);
          watcher.onChunk(next.value);
        } catch (error) {
          controller.error(error);
          watcher.onEnd(true);
        }
      },
      async cancel(reason) {
        watcher.onEnd(true);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
