import { connect } from 'node:net';
import { type Conversation } from './conversations.ts';
import { encodeFrame, fin, opcode, textsIn } from './socket-wire.ts';

/** What came back until the service ended the connection. */
export interface Conversed {
  /** Of the handshake; null: the connection ended without an answer. */
  readonly status: number | null;
  /** The answer to the handshake, where it was refused. */
  readonly refusal: string;
  readonly texts: readonly string[];
  /** The service did not end the connection although its client had. */
  readonly left: boolean;
}

const patience = 20_000;
/** Shorter than from one heartbeat to the next, with which the service itself finds out that nobody is there. */
const leaveTime = 12_000;
const headEnd = '\r\n\r\n';

/** Asks for the socket, writes everything at once and ends its side; the service then has `leave` milliseconds to end its own. */
export const converse = (url: string, conversation: Conversation, leave = leaveTime): Promise<Conversed> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const { method, path, headers, frames, repeats } = conversation;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const last = frames.at(-1);
    const farewell = {
      head: fin | opcode.close,
      payload: Buffer.from([0x03, 0xe8]),
      masked: true,
      claims: null,
    };
    const written = [...frames.map(encodeFrame)];
    if (last !== undefined) written.push(...Array<Buffer>(repeats - 1).fill(encodeFrame(last)));
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    });
    let timer: NodeJS.Timeout | undefined;
    const done = (left: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const all = Buffer.concat(chunks);
      const end = all.indexOf(headEnd);
      const head = (end < 0 ? all : all.subarray(0, end)).toString('latin1');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
      const isOpen = status === 101;
      resolve({
        status: Number.isNaN(status) ? null : status,
        refusal: isOpen ? '' : all.toString(),
        texts: isOpen ? textsIn(all.subarray(end + headEnd.length)) : [],
        left,
      });
    };
    const within = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(done, milliseconds, true);
    };
    within(patience);
    socket.on('data', (chunk: Buffer) => {
      if (chunks.length === 0) {
        within(patience);
        socket.end(Buffer.concat([...written, encodeFrame(farewell)]));
      }
      chunks.push(chunk);
    });
    socket.on('finish', () => {
      within(leave);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      done(false);
    });
  });
