import { connect } from 'node:net';

/** More than this is waited for. */
const MOST_WAITING = 8 * 1024 * 1024;
/** So long, in which the executor takes nothing. */
const PATIENCE_MS = 2000;
/** Copies go out together: this long after the first of them, or when there are so many bytes. */
const GATHER_MS = 5;
const MOST_GATHERED = 256 * 1024;
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

/** Writes records behind the bytes that they are copies of, many at a time. */
const gathered = (socket) => {
  let records = [];
  let bytes = 0;
  let timer = null;
  let time = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = null;
    if (records.length === 0) return;
    socket.cork();
    for (const part of records) socket.write(part);
    socket.uncork();
    records = [];
    bytes = 0;
  };
  const add = (kind, payload) => {
    records.push(...record(kind, payload));
    bytes += payload.length;
  };
  return {
    waiting: () => bytes + socket.writableLength,
    write(kind, payload) {
      const now = Date.now();
      if (now !== time) add('t', Buffer.from(String(now)));
      time = now;
      add(kind, payload);
      if (bytes > MOST_GATHERED) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    flush,
  };
};

/** Resolves when the socket takes more, is gone, or has taken nothing for too long. */
const room = (socket) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      socket.off('drain', done).off('close', done);
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    socket.on('drain', done).on('close', done);
  });

/**
 * Sends copies. Answers with what is to be waited for before more passes, or null: an executor that is slow is waited
 * for, one that takes nothing is not, and what it misses is left out and said to be.
 */
const sender = (socket) => {
  const out = gathered(socket);
  let leftOut = 0;
  let waits = null;
  const isFull = () => out.waiting() > MOST_WAITING;
  const wait = () => {
    waits ??= room(socket).then(() => {
      waits = null;
    });
    return waits;
  };
  const send = (kind, payload) => {
    if (socket.destroyed || socket.writableEnded) return null;
    if (isFull() && waits === null) {
      leftOut += payload.length;
      return null;
    }
    if (leftOut > 0) out.write('g', Buffer.from(String(leftOut)));
    leftOut = 0;
    out.write(kind, payload);
    return isFull() ? wait() : null;
  };
  return { send, flush: out.flush };
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
  const { send, flush } = sender(socket);
  return {
    start: JSON.parse(line),
    send,
    /** Resolves when the executor has all of it, or does not take it. */
    finish: () =>
      new Promise((resolve) => {
        if (socket.destroyed) return void resolve();
        flush();
        setTimeout(resolve, LAST_WORD_MS).unref();
        socket.once('close', resolve);
        socket.end(resolve);
      }),
  };
};
