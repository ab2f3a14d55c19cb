import { type Automaton, buildAutomaton, fold, step } from './automaton.ts';
import { charSet, runEnd, runStart } from './chars.ts';
import { REDACTED, type Span } from './spans.ts';
import { bytesOf, decodeBase64, decodeForm, decodeJson, decodePercent, type View, viewOf } from './views.ts';

/** Known secrets, ready to be looked for. Holds them in clear: keep it in memory, never in a log. */
export interface Needles {
  readonly size: number;
  readonly automaton: Automaton;
}

/** Characters that a value must have to be a needle: `1` and `on` stand in every text. */
const NEEDLE_LEAST = 4;

/** Longer values are looked for in pieces, so that a part of a key file is found as well. */
const PIECE_BYTES = 256;

function piecesOf(secret: string): Uint8Array[] {
  const bytes = bytesOf(secret);
  if (bytes.length <= PIECE_BYTES) return [bytes];
  const pieces: Uint8Array[] = [bytes.subarray(bytes.length - PIECE_BYTES)];
  for (let at = 0; at + PIECE_BYTES <= bytes.length; at += PIECE_BYTES)
    pieces.push(bytes.subarray(at, at + PIECE_BYTES));
  return pieces;
}

/** Needles of these values, each of `least` characters or more, and never of fewer than 4. */
export function needlesOf(secrets: Iterable<string>, least = NEEDLE_LEAST): Needles {
  const enough = Math.max(least, NEEDLE_LEAST);
  const distinct = [...new Set(secrets)].filter((secret) => secret.length >= enough);
  return { size: distinct.length, automaton: buildAutomaton(distinct.flatMap(piecesOf)) };
}

interface Reading {
  readonly view: View;
  /** Decoded from base64: what stands around a match is part of the same blob. */
  readonly blob: boolean;
}

const present = (views: readonly (View | null)[]): View[] => views.filter((view) => view !== null);

/** The text, and what it says when percent, form, JSON and base64 encodings are undone, also one within the other. */
function* readingsOf(text: string): Generator<Reading> {
  const plain = viewOf(text);
  const json = decodeJson(plain);
  const percent = decodePercent(plain);
  const once = present([json, percent, decodeForm(plain)]);
  const twice = present([...once.flatMap((view) => [decodeJson(view), decodePercent(view)])]);
  const thrice = json === null ? [] : present(twice.slice(0, 1).map(decodeJson));
  for (const view of [plain, ...once, ...twice, ...thrice]) yield { view, blob: false };
  for (const outer of present([plain, json, percent])) {
    for (const alignment of [0, 1, 2, 3]) {
      const inner = decodeBase64(outer, alignment);
      if (inner === null) continue;
      for (const view of present([inner, decodeJson(inner), decodeForm(inner)])) yield { view, blob: true };
    }
  }
}

function search(view: View, automaton: Automaton, report: (start: number, end: number) => void): void {
  const { bytes, at } = view;
  let state = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = fold(bytes[index] ?? 0);
    if (state === 0 && automaton.begins[byte] === 0) continue;
    state = step(automaton, state, byte);
    const length = automaton.ending[state] ?? 0;
    if (length > 0) report(at[index + 1 - length] ?? 0, at[index + 1] ?? 0);
  }
}

const BLOB = charSet('a-zA-Z0-9+/=%_-');

/** Spans of one reading come in the order of their ends: one that touches the last is made one with it. */
function addSpan(found: Span[], first: number, start: number, end: number): void {
  const last = found.at(-1);
  const touches = found.length > first && last !== undefined && start <= last.end;
  if (touches) found[found.length - 1] = { start: Math.min(start, last.start), end, text: REDACTED };
  else found.push({ start, end, text: REDACTED });
}

/** Where known secrets stand in a text, in whatever encoding. Takes time in proportion to the text. */
export function findNeedles(text: string, needles: Needles): Span[] {
  const found: Span[] = [];
  if (needles.size === 0) return found;
  for (const { view, blob } of readingsOf(text)) {
    const first = found.length;
    let covered = 0;
    search(view, needles.automaton, (from, to) => {
      if (!blob) {
        addSpan(found, first, from, to);
      } else if (from >= covered) {
        covered = Math.max(runEnd(text, to, BLOB), to);
        addSpan(found, first, runStart(text, from + 1, BLOB, Infinity), covered);
      }
    });
  }
  return found;
}
