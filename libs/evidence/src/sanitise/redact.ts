import { findAuthSchemes } from './finders/auth-scheme.ts';
import { findEncodedJson, findOpaqueRuns, findPrivateKeys } from './finders/encoded.ts';
import { findVendorTokens } from './finders/vendor.ts';
import { findNeedles, type Needles } from './needles.ts';
import { REDACTED, replaceSpans, type Span } from './spans.ts';

type Finder = (text: string) => Span[];

const SHAPES: readonly Finder[] = [findPrivateKeys, findEncodedJson, findVendorTokens, findAuthSchemes];
const CONTEXT: readonly Finder[] = [...SHAPES, findOpaqueRuns];

/** Two passes settle all but contrived texts; one that never settles is not stored at all. */
const MOST_PASSES = 12;

/** Applies `pass` until nothing changes, so that doing it again changes nothing either. */
export function settle(text: string, pass: (text: string) => string): string {
  let before = text;
  for (let count = 0; count < MOST_PASSES; count += 1) {
    const after = pass(before);
    if (after === before) return after;
    before = after;
  }
  return REDACTED;
}

const redact = (text: string, finders: readonly Finder[], secrets: Needles | undefined): string =>
  replaceSpans(text, [
    ...finders.flatMap((find) => find(text)),
    ...(secrets === undefined ? [] : findNeedles(text, secrets)),
  ]);

/** Strikes out known secrets, and what is a secret by its own shape. Everything else stays as it is. */
export function redactShapes(text: string, secrets?: Needles): string {
  return settle(text, (current) => redact(current, SHAPES, secrets));
}

/** Strikes out known secrets, what is one by shape or by what stands around it, and what tells of the machine. One pass. */
export function redactText(text: string, secrets?: Needles): string {
  return redact(text, CONTEXT, secrets);
}
