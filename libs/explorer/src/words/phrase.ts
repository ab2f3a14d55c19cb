import type { Formats } from './formats.ts';

/** An instant inside a phrase: a page shows it as a time, a text writes it out. */
export interface Instant {
  readonly instant: string;
}

/** Words with instants between them, in reading order. */
export type Phrase = readonly (string | Instant)[];

/** The phrase as plain text. */
export const phraseText = (phrase: Phrase, { clock }: Pick<Formats, 'clock'>): string =>
  phrase.map((part) => (typeof part === 'string' ? part : clock(part.instant))).join('');
