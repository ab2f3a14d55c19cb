const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;
const zero = /^0+$/;

/** The trace id of a W3C `traceparent`; null for one that is not well formed. */
export function traceIdOf(traceparent: unknown): string | null {
  const parts = typeof traceparent === 'string' && traceparent.length <= 256 ? form.exec(traceparent) : null;
  const trace = parts?.[1];
  const span = parts?.[2];
  if (trace === undefined || span === undefined || zero.test(trace) || zero.test(span)) return null;
  return trace;
}

/** Version, ids and flags, which every version begins with; what a later one adds is nobody's to repeat. */
const LENGTH = 55;

/** A `traceparent` as it may be told; null for one that is not well formed. */
export const traceparentOf = (traceparent: unknown): string | null =>
  traceIdOf(traceparent) === null ? null : (traceparent as string).slice(0, LENGTH);
