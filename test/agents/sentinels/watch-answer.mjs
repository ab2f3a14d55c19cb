const messagesOf = (text) => {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
};

const dataOf = (event) =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');

const eventReader = (onMessage) => {
  let held = '';
  return (text) => {
    const events = (held + text).split(/\r?\n\r?\n/);
    held = events.pop();
    for (const event of events) messagesOf(dataOf(event)).forEach(onMessage);
  };
};

/** Headers as `writeHead` may be given them: an object, or names and values in turn. */
const headersIn = (given) => {
  const pairs = Array.isArray(given)
    ? given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : []))
    : Object.entries(given ?? {});
  return new Map(pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
};

/**
 * Calls `onMessage(message, headerOf)` for every JSON-RPC message of an HTTP answer, JSON or event stream, as it is
 * written.
 */
export const watchAnswer = (res, onMessage) => {
  const { write, end, writeHead } = res;
  let head = new Map();
  let whole = '';
  const headerOf = (name) => head.get(name) ?? res.getHeader(name) ?? null;
  const told = (message) => onMessage(message, headerOf);
  const readEvents = eventReader(told);
  const streams = () => /^text\/event-stream/i.test(headerOf('content-type') ?? '');
  const see = (chunk) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const text = Buffer.from(chunk).toString('utf8');
    if (streams()) readEvents(text);
    else whole += text;
  };
  res.writeHead = (status, ...rest) => {
    head = headersIn(rest.at(-1));
    return writeHead.call(res, status, ...rest);
  };
  res.write = (chunk, ...rest) => {
    see(chunk);
    return write.call(res, chunk, ...rest);
  };
  res.end = (chunk, ...rest) => {
    see(chunk);
    messagesOf(whole).forEach(told);
    return end.call(res, chunk, ...rest);
  };
};

/** The request's body as text. */
export const bodyOf = async (req) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
