import type { Needles } from '../sanitise/needles.ts';
import { redactShapes } from '../sanitise/redact.ts';
import { cutText } from '../sanitise/spans.ts';
import { stripControls } from './controls.ts';

/** How {@link cleanText} cuts and what it knows. */
export interface CleanTextOptions {
  /** Whether line feeds and tabs stay, as in descriptions; names lose them. */
  readonly lineBreaks: boolean;
  /** UTF-8 bytes that the result may have; unbounded when left out. */
  readonly maxBytes?: number;
  /** Known secrets, struck out beside those of known shape. */
  readonly secrets?: Needles | undefined;
}

/** What {@link cleanText} left. */
export interface CleanedText {
  readonly text: string;
  /** True when a character was removed or a secret struck out; a cut alone does not count. */
  readonly cleaned: boolean;
}

/** A name, description or schema string made fit to be kept and shown: what is there is what a person sees. */
export function cleanText(text: string, options: CleanTextOptions): CleanedText {
  const { maxBytes = Infinity, secrets } = options;
  const clean = redactShapes(stripControls(text, options.lineBreaks ? 'keep' : 'remove'), secrets);
  const cut = cutText(clean, maxBytes);
  return { text: cut === clean ? clean : redactShapes(cut, secrets), cleaned: clean !== text };
}
