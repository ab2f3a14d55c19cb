import { sanitizeText } from '@mcp-witness/evidence';

export interface Checked {
  readonly value: unknown;
  readonly texts: number;
  /** Texts in which something had the shape of a secret, which was struck out. */
  readonly struckOut: number;
}

/**
 * Looks at every text once more, as if it came from others: by shapes, as no service knows a session's secrets. Its executor
 * does, and has struck them out of whatever it told.
 */
export function selfCheck(value: unknown): Checked {
  let texts = 0;
  let struckOut = 0;
  const clean = (text: string): string => {
    texts += 1;
    const cleaned = sanitizeText(text, { maxBytes: Infinity });
    if (cleaned !== text) struckOut += 1;
    return cleaned;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
  };
  return { value: walk(value), texts, struckOut };
}
