import { connect } from 'node:net';
import { type HostileRequest } from './requests.ts';

/** What came back: null where the connection ended without an answer. */
export interface Reply {
  readonly status: number | null;
  readonly text: string;
}

const longestAnswer = 1_000_000;
const patience = 20_000;

const headOf = ({ method, path, headers, body }: HostileRequest): string => {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const length = body === null ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, '', ''].join('\r\n');
};

/** Sends it byte for byte, as no client library would. An answer that does not end is read for as long as it is of use. */
export const send = (url: string, request: HostileRequest): Promise<Reply> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const body = request.body ?? '';
    const { cutAt } = request;
    const isCut = cutAt !== null && body.length > cutAt;
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(headOf(request));
      if (isCut) socket.end(body.slice(0, cutAt));
      else socket.write(body);
    });
    const done = (): void => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? null : Number(status), text });
    };
    socket.setEncoding('utf8').setTimeout(patience, done);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > longestAnswer) done();
    });
    socket.on('error', done);
    socket.on('close', done);
  });
