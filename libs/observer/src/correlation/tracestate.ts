import { cleanText } from '@mcp-witness/evidence';

const LONGEST = 512;
const MOST_MEMBERS = 32;
const member =
  /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

function isWellFormed(text: string): boolean {
  const members = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return members.length > 0 && members.length <= MOST_MEMBERS && members.every((part) => member.test(part));
}

/** A W3C `tracestate` as it may be told; null for one that is not well formed, too long, or holds a secret of known shape. */
export function tracestateOf(tracestate: unknown): string | null {
  if (typeof tracestate !== 'string' || tracestate.length > LONGEST || !isWellFormed(tracestate)) return null;
  const { text } = cleanText(tracestate, { lineBreaks: false, maxBytes: LONGEST });
  return text === tracestate ? text : null;
}
