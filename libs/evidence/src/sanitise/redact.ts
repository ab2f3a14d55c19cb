import { findNeedles, type Needles } from './needles.ts';
import { rules } from './rules.ts';
import { REDACTED, replaceSpans } from './spans.ts';

/** Two passes settle all but contrived texts; one that never settles is not kept at all. */
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

const shapes = rules.filter((rule) => rule.scope === 'any');

/** One pass: every rule reads the same text, so none takes from another what it goes by. */
function redact(text: string, applied: typeof rules, secrets: Needles | undefined): string {
  const known = secrets === undefined ? [] : findNeedles(text, secrets);
  return replaceSpans(text, [...applied.flatMap((rule) => rule.find(text)), ...known]);
}

/** Strikes out known secrets, and what is a secret by its own shape. Everything else stays as it is. */
export function redactShapes(text: string, secrets?: Needles): string {
  return settle(text, (current) => redact(current, shapes, secrets));
}

/** Strikes out known secrets, what is one by shape or by what stands around it, and what tells of the machine. One pass. */
export function redactText(text: string, secrets?: Needles): string {
  return redact(text, rules, secrets);
}
