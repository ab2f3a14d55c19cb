import { ALNUM, DIGIT, looksDrawn, runEnd, UPPER } from '../chars.ts';
import { REDACTED, type Span } from '../spans.ts';
import { type VendorShape, vendorShapes } from '../vendors.ts';

const standsApart = (text: string, at: number): boolean => at === 0 || !ALNUM(text.charCodeAt(at - 1));

function looksMixed(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const unit = text.charCodeAt(index);
    if (DIGIT(unit) || UPPER(unit) || unit === 0x2a) return true;
  }
  return false;
}

/** A sentence's own full stop is not part of the token before it. */
function withoutTrailing(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text[end - 1] === '.') end -= 1;
  return end;
}

function findShape(text: string, shape: VendorShape, found: Span[]): void {
  const { prefix, wordlike = false } = shape;
  for (let at = text.indexOf(prefix); at !== -1;) {
    const body = at + prefix.length;
    let next = body;
    if (!wordlike || standsApart(text, at)) {
      const runsTo = runEnd(text, body, shape.body);
      const end = withoutTrailing(text, body, runsTo);
      const matches = end - body >= shape.least && (!wordlike || looksMixed(text, body, end));
      if (matches) found.push({ start: at, end, text: REDACTED });
      if (matches || wordlike) next = runsTo;
    }
    at = text.indexOf(prefix, next);
  }
}

/** Tokens that are known by how they begin. Each shape reads a run of its characters once. */
export function findVendorTokens(text: string): Span[] {
  const found: Span[] = [];
  for (const shape of vendorShapes) findShape(text, shape, found);
  return found;
}

const ENVIRONMENT = /(?<![A-Za-z0-9])[a-z]{2,6}_(?:dev|live|prod|sandbox|test)_([A-Za-z0-9]{8,})/g;

/** Vendors after Stripe's fashion say for which environment a key is, whoever they are. */
export function findEnvironmentTokens(text: string): Span[] {
  return [...text.matchAll(ENVIRONMENT)]
    .filter((match) => looksDrawn(match[1] ?? ''))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text: REDACTED }));
}
