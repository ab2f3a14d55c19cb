import { connect } from 'node:net';

const MOST_WAITING = 32 * 1024 * 1024;
const LAST_WORD_MS = 500;

/** The first line of the executor, or null where it says none. */
const firstLine = (socket) =>
  new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
  });

const record = (kind, payload) => {
  const head = Buffer.alloc(5);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return [head, payload];
};

/** Sends copies and never makes anybody wait: what the executor does not take in time is left out, and said to be. */
const sender = (socket) => {
  let leftOut = 0;
  const uncork = () => socket.uncork();
  /** What comes in one turn goes out together, behind the bytes that it is a copy of. */
  const write = (kind, payload) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      setImmediate(uncork);
    }
    for (const part of record(kind, payload)) socket.write(part);
  };
  return (kind, payload) => {
    if (socket.destroyed || socket.writableEnded) return;
    if (socket.writableLength > MOST_WAITING) {
      leftOut += payload.length;
      return;
    }
    if (leftOut > 0) write('g', Buffer.from(String(leftOut)));
    leftOut = 0;
    write(kind, payload);
  };
};

/**
 * Asks the executor what to start. `address` is `<port>.<token>`. Null when there is no executor any more.
 */
export const control = async (address) => {
  const [, port, token] = /^(\d{1,5})\.([\w-]{43})$/.exec(address) ?? [];
  if (port === undefined) return null;
  const socket = connect({ host: '127.0.0.1', port: Number(port), noDelay: true });
  socket.write(`${token}\n`);
  const line = await firstLine(socket);
  if (line === null) return null;
  return {
    start: JSON.parse(line),
    send: sender(socket),
    /** Resolves when the executor has all of it, or does not take it. */
    finish: () =>
      new Promise((resolve) => {
        if (socket.destroyed) return void resolve();
        setTimeout(resolve, LAST_WORD_MS).unref();
        socket.once('close', resolve);
        socket.end(resolve);
      }),
  };
};
