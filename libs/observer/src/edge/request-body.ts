/** Of a longer body nothing is kept. */
export const LONGEST_BODY = 16 * 1024 * 1024;

/** A body as JSON; undefined for one that is none. */
export function parsedBody(chunks: readonly Uint8Array[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads a body of the Fetch API, which is its own to read, as JSON; one that is too long is given up. Never rejects. */
export async function readBody(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parsedBody(chunks);
      length += value.length;
      if (length > LONGEST_BODY) break;
      chunks.push(value);
    }
  } catch {
    return undefined;
  }
  // A branch of a stream that was split is given up for good only with the other one.
  reader.cancel().catch(() => undefined);
  return undefined;
}
