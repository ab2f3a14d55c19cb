/** Controls, bidirectional marks and what else a terminal might obey, but for letters that look like nothing. */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escape = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;

/** Text of others for one line of a terminal: nothing in it can move the cursor, change colours or reorder text. */
export const printable = (text: string): string => text.replace(obeyed, escape);
