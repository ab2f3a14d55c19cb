/** UTF-8 bytes of the code unit at `index`, with its pair when it begins one; a lone surrogate counts as U+FFFD. */
function widthAt(text: string, index: number): { bytes: number; units: number } {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return { bytes: 1, units: 1 };
  if (unit < 0x800) return { bytes: 2, units: 1 };
  const next = unit >= 0xd800 && unit <= 0xdbff ? text.charCodeAt(index + 1) : 0;
  return next >= 0xdc00 && next <= 0xdfff ? { bytes: 4, units: 2 } : { bytes: 3, units: 1 };
}

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length;) {
    const width = widthAt(text, index);
    bytes += width.bytes;
    index += width.units;
  }
  return bytes;
}

/** The longest prefix of at most `maxBytes` UTF-8 bytes, cut between characters. */
export function cutUtf8(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const width = widthAt(text, index);
    if (bytes + width.bytes > maxBytes) break;
    bytes += width.bytes;
    index += width.units;
  }
  return text.slice(0, index);
}
