import { stripControls } from '../text/controls.ts';
import type { Needles } from './needles.ts';
import { redactText, settle } from './redact.ts';
import { cutText } from './spans.ts';

/** UTF-8 bytes of a summary. */
export const SUMMARY_LIMIT = 256;

/** How {@link sanitizeText} cuts and what it knows. */
export interface SanitizeTextOptions {
  /** UTF-8 bytes that the result may have; 256, as for a summary, when left out. */
  readonly maxBytes?: number;
  /** Keep line feeds and tabs; otherwise a run of them is one space. */
  readonly keepLineBreaks?: boolean;
  /** Known secrets of the session's configuration, from {@link secretNeedles}. */
  readonly secrets?: Needles | undefined;
}

/**
 * Text of others, made fit to be kept: controls go, secrets are struck out, URLs are reduced, then it is cut.
 * Applying it again changes nothing. Takes time in proportion to the length of the text.
 */
export function sanitizeText(text: string, options: SanitizeTextOptions = {}): string {
  const { maxBytes = SUMMARY_LIMIT, keepLineBreaks = false, secrets } = options;
  const plain = stripControls(text, keepLineBreaks ? 'keep' : 'space');
  return settle(plain, (current) => cutText(redactText(current, secrets), maxBytes));
}
