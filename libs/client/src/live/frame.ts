export interface Frame {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A frame of the live socket; null where it is none. */
export const parseFrame = (data: unknown): Frame | null => {
  if (typeof data !== 'string') return null;
  try {
    const frame = JSON.parse(data) as { event?: unknown; data?: unknown } | null;
    const isFrame = typeof frame?.event === 'string' && typeof frame.data === 'object' && frame.data !== null;
    return isFrame ? (frame as Frame) : null;
  } catch {
    return null;
  }
};
