import { connect } from 'node:net';

/** More than this is waited for. */
const MOST_WAITING = 8 * 1024 * 1024;
/** So long, in which the executor takes nothing. */
const PATIENCE_MS = 2000;
/** What is told goes out together: when nothing came for a while, at the latest after so long, or when there is so much. */
const QUIET_MS = 20;
const LONGEST_MS = 500;
const MOST_GATHERED = 2 * 1024 * 1024;
const BLOCK = 64 * 1024;
const HEAD = 5;
const HOLDS = Buffer.from('h\0\0\0\0', 'latin1');
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

/** Whether something is missing where a record is: requests and answers have ids, and of notices one alone is told. */
const matters = (kind, payload) => {
  if (kind === 'I' || kind === 'O') return true;
  if (kind !== 'i' && kind !== 'o') return false;
  return payload.includes('"id"') || payload.includes('list_changed');
};

/** Holds records until they go out, behind the bytes that they tell of. */
const gathered = (socket) => {
  let full = [];
  let block = null;
  let used = 0;
  let bytes = 0;
  let isSaid = false;
  let timer = null;
  let first = 0;
  let last = 0;

  const endBlock = () => {
    if (used > 0) full.push(block.subarray(0, used));
    block = null;
    used = 0;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = null;
    if (bytes === 0) return;
    isSaid = false;
    add('d', '');
    endBlock();
    socket.cork();
    for (const one of full) socket.write(one);
    socket.uncork();
    full = [];
    bytes = 0;
  };
  const look = () => {
    const wait = Math.min(last + QUIET_MS, first + LONGEST_MS) - Date.now();
    if (wait > 0) timer = setTimeout(look, wait);
    else flush();
  };
  /** A text has a byte in each character. */
  const add = (kind, payload) => {
    const size = HEAD + payload.length;
    if (block === null || used + size > block.length) {
      endBlock();
      block = Buffer.allocUnsafeSlow(Math.max(BLOCK, size));
    }
    block[used] = kind.charCodeAt(0);
    block.writeUInt32BE(payload.length, used + 1);
    if (typeof payload === 'string') block.latin1Write(payload, used + HEAD);
    else payload.copy(block, used + HEAD);
    used += size;
    bytes += size;
  };
  return {
    waiting: () => bytes + socket.writableLength,
    write(kind, payload) {
      const now = Date.now();
      if (bytes === 0) first = now;
      if (!isSaid && matters(kind, payload)) {
        // Should this process be killed before the rest goes out, the executor knows that there was one.
        socket.write(HOLDS);
        isSaid = true;
      }
      if (now !== last) add('t', String(now));
      last = now;
      add(kind, payload);
      if (bytes > MOST_GATHERED) flush();
      else timer ??= setTimeout(look, QUIET_MS);
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
 * Tells what passed. Answers with what is to be waited for before more passes, or null: an executor that is slow is waited
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
    if (leftOut > 0) out.write('g', String(leftOut));
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
    /** What is held goes out at once. */
    flush,
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
