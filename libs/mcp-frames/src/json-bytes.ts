/** What JSON does not have counts as null. */
function written(value: unknown): number {
  const json: unknown = JSON.stringify(value);
  return Buffer.byteLength(typeof json === 'string' ? json : 'null');
}

/** The same without recursion: an engine writes some thousand levels of nesting and no more. */
function bytesOfDeep(value: unknown): number {
  const left = [value];
  let bytes = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) {
      bytes += written(next);
      continue;
    }
    const members = Array.isArray(next) ? (next as readonly unknown[]) : Object.values(next);
    const keys = Array.isArray(next) ? [] : Object.keys(next);
    bytes += 2 + Math.max(members.length - 1, 0);
    for (const key of keys) bytes += written(key) + 1;
    for (const member of members) left.push(member);
  }
  return bytes;
}

/** How many UTF-8 bytes a value that came as JSON takes as compact JSON, however deep it is nested. */
export function jsonBytes(value: unknown): number {
  try {
    return written(value);
  } catch (error) {
    if (error instanceof RangeError) return bytesOfDeep(value);
    throw error;
  }
}
