/** Control characters are written as their `\u` escapes, and only here: C0, DEL and C1 but the white space, and the introducers. */
const ESC = String.raw`\u001b`;
const STRING_OPENERS = String.raw`\u0090\u0098\u009d\u009e\u009f`;
const STRING_ENDS = String.raw`\u0007\u0018\u001a\u009c`;

/**
 * Terminal sequences go as a whole, so that no `[2J` or window title stays behind as text.
 * Classes next to each other share no character: every match is found in one pass.
 */
const CSI = new RegExp(String.raw`(?:${ESC}\[|\u009b)[0-?]*[ -/]*[@-~]?`, 'g');
const STRING = new RegExp(String.raw`(?:${ESC}[\]PX^_]|[${STRING_OPENERS}])([^${ESC}${STRING_ENDS}]*)`, 'g');
const TERMINATOR = new RegExp(String.raw`^(?:${ESC}\\|[${STRING_ENDS}])`);
const ESCAPE = new RegExp(String.raw`${ESC}[ -/]*[0-~]?`, 'g');
const OPENS_STRING = new RegExp(String.raw`[${ESC}${STRING_OPENERS}]`);

/** Controls, bidirectional overrides and isolates, zero-width and tag characters, lone surrogates. */
const CONTROLS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`;
const UNSEEN = String.raw`\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u{e0000}-\u{e007f}\p{Surrogate}`;
const UNWANTED = new RegExp(String.raw`[${CONTROLS}${UNSEEN}]`, 'gu');
const BREAKS = /[\t\n\u2028\u2029]/g;
const BREAK_RUNS = /[\t\n\r\u0085\u2028\u2029]+/g;

export type LineBreaks = 'keep' | 'space' | 'remove';

/** A control string (OSC, DCS, SOS, PM, APC) with its terminator; cut off at the end of the text, only its opening goes. */
function dropStrings(text: string): string {
  if (!OPENS_STRING.test(text)) return text;
  let kept = '';
  let from = 0;
  STRING.lastIndex = 0;
  for (let match = STRING.exec(text); match !== null; match = STRING.exec(text)) {
    kept += text.slice(from, match.index);
    const end = match.index + match[0].length;
    const terminator = TERMINATOR.exec(text.slice(end, end + 2))?.[0] ?? '';
    from = end === text.length ? end - (match[1] ?? '').length : end + terminator.length;
    STRING.lastIndex = end + terminator.length;
  }
  return kept + text.slice(from);
}

/**
 * The text without terminal sequences, controls, and characters that show what is not there. U+200C and U+200D stay,
 * as scripts and emoji need them. Line feed and tab are kept, made one space, or removed.
 */
export function stripControls(text: string, lineBreaks: LineBreaks): string {
  const spaced = lineBreaks === 'space' ? text.replace(BREAK_RUNS, ' ') : text;
  const plain = dropStrings(spaced).replace(CSI, '').replace(ESCAPE, '').replace(UNWANTED, '');
  return lineBreaks === 'remove' ? plain.replace(BREAKS, '') : plain;
}
