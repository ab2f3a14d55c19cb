import { cleanText, sanitizeText, secretNeedles } from '@mcp-witness/evidence';

/**
 * How much of a text is looked at. Far more than is ever kept of one, so that a secret which begins in what is kept is
 * seen whole, and little enough that a huge text costs no more than a long one.
 */
export const WINDOW = 16_384;

/** Where the name itself had to be changed: whose the text is can no longer be told. */
const REDACTED = '[redacted]';

const MOST_REMEMBERED = 1_024;
const LONGEST_REMEMBERED = 128;

/** What leaves goes through here, whatever the options say. Always redacted first, and cut then. */
export interface Redaction {
  /** A text that the owner's own hooks gave: secrets of known shape and known secrets are struck out. */
  clean(text: string, maxBytes: number): string;
  /** A text of others, under the name that it has: all that sanitised messages lose goes too. */
  redact(name: string, text: string, maxBytes: number): string;
}

function remembering(compute: (text: string, maxBytes: number) => string): typeof compute {
  const known = new Map<string, string>();
  return (text, maxBytes) => {
    if (text.length > LONGEST_REMEMBERED) return compute(text.slice(0, WINDOW), maxBytes);
    const key = `${maxBytes}:${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const computed = compute(text, maxBytes);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, computed);
    return computed;
  };
}

export function createRedaction(known: readonly string[] = []): Redaction {
  const secrets =
    known.length === 0 ? undefined : secretNeedles({ env: Object.fromEntries(known.entries()) });
  return {
    clean: remembering((text, maxBytes) => cleanText(text, { lineBreaks: true, maxBytes, secrets }).text),
    redact(name, text, maxBytes) {
      // A name gives a secret away by which no other rule would know it: `password=hunter2`.
      const head = `${name}=`;
      const kept = sanitizeText(head + text.slice(0, WINDOW), {
        maxBytes: Buffer.byteLength(head) + maxBytes,
        secrets,
      });
      return kept.startsWith(head) ? kept.slice(head.length) : REDACTED;
    },
  };
}
