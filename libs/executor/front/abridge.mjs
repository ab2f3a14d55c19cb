const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Most texts end within so many bytes, which are looked at one by one: a search costs as much as it takes to look at these. */
const NEAR = 32;

/** What calls carry, which nobody reads who observes them: by the member of the message that it stands in. */
const carried = { params: ['arguments'], result: ['content', 'structuredContent'] };

const isSpace = (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

const skipSpace = (bytes, at) => {
  let here = at;
  while (isSpace(bytes[here])) here += 1;
  return here;
};

const endOfLongString = (bytes, from) => {
  let here = from;
  for (;;) {
    const end = bytes.indexOf(QUOTE, here);
    if (end === -1) return -1;
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
    here = end + 1;
  }
};

const endOfString = (bytes, at) => {
  let here = at + 1;
  for (const near = here + NEAR; here < near; here += 1) {
    const byte = bytes[here];
    if (byte === QUOTE) return here + 1;
    if (byte === BACKSLASH) here += 1;
  }
  return endOfLongString(bytes, here);
};

const endOfNested = (bytes, at) => {
  let depth = 0;
  let here = at;
  while (here < bytes.length) {
    const byte = bytes[here];
    if (byte === QUOTE) {
      here = endOfString(bytes, here);
      if (here === -1) return -1;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    here += 1;
    if (depth === 0) return here;
  }
  return -1;
};

const endOfScalar = (bytes, at) => {
  let here = at;
  for (; here < bytes.length; here += 1) {
    const byte = bytes[here];
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte)) break;
  }
  return here === at ? -1 : here;
};

const endOfValue = (bytes, at) => {
  const byte = bytes[at];
  if (byte === QUOTE) return endOfString(bytes, at);
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return endOfNested(bytes, at);
  return endOfScalar(bytes, at);
};

/** Where the object that begins at `at` ends, or -1; `visit` is given each key and its value's place, and gives that one's end. */
const walk = (bytes, at, visit) => {
  let here = skipSpace(bytes, at + 1);
  if (bytes[here] === CLOSE_BRACE) return here + 1;
  for (;;) {
    if (bytes[here] !== QUOTE) return -1;
    const keyEnd = endOfString(bytes, here);
    if (keyEnd === -1) return -1;
    const key = bytes.latin1Slice(here + 1, keyEnd - 1);
    here = skipSpace(bytes, keyEnd);
    if (bytes[here] !== COLON) return -1;
    here = visit(key, skipSpace(bytes, here + 1));
    if (here === -1) return -1;
    here = skipSpace(bytes, here);
    if (bytes[here] === CLOSE_BRACE) return here + 1;
    if (bytes[here] !== COMMA) return -1;
    here = skipSpace(bytes, here + 1);
  }
};

/**
 * One message of JSON-RPC without what a call carries, each byte a character, and how many bytes the whole one takes
 * without the space around it. Null for what is no such message, or has nothing to leave out.
 */
export const abridge = (bytes) => {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== OPEN_BRACE) return null;
  let text = '';
  let kept = start;
  const without = (names) => (key, at) => {
    const end = endOfValue(bytes, at);
    if (end === -1 || !names.includes(key)) return end;
    text += `${bytes.latin1Slice(kept, at)}null`;
    kept = end;
    return end;
  };
  const end = walk(bytes, start, (key, at) => {
    const names = bytes[at] === OPEN_BRACE && Object.hasOwn(carried, key) ? carried[key] : null;
    return names === null ? endOfValue(bytes, at) : walk(bytes, at, without(names));
  });
  if (end === -1 || kept === start || skipSpace(bytes, end) < bytes.length) return null;
  return { text: text + bytes.latin1Slice(kept, end), length: end - start };
};
