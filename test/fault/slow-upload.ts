import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request whose body has not come to its end. */
export interface Upload {
  readonly socket: Socket;
  /** What came back so far. */
  answer: string;
}

/** Sends all of a JSON body but its last byte. */
export const beginUpload = (
  url: string,
  path: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Upload => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const upload: Upload = { socket, answer: '' };
  socket.setEncoding('utf8').on('data', (chunk: string) => (upload.answer += chunk));
  socket.on('error', () => undefined);
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  socket.write(text.slice(0, -1));
  return upload;
};

export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to be.');
    await pause(20);
  }
};
