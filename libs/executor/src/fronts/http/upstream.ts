import { Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

interface Line {
  readonly plain: Agent;
  readonly secure: TlsAgent;
  busy: number;
}

/** Opens requests to servers. */
export interface Upstream {
  /**
   * A connection of the client has a connection of its own to the server, and the two end together: so a request never
   * meets a connection that the server has just given up, unless it would have without us.
   */
  request(
    client: Socket,
    target: URL,
    head: { readonly method: string; readonly path: string; readonly headers: readonly string[] },
  ): ClientRequest;
}

/** Answers may have long headers: the server's business. */
const MOST_HEADER_BYTES = 256 * 1024;

export function createUpstream(): Upstream {
  const lines = new WeakMap<Socket, Line>();
  const watched = new WeakSet<Socket>();

  function lineOf(client: Socket): Line {
    const known = lines.get(client);
    if (known !== undefined) return known;
    const line: Line = {
      plain: new Agent({ keepAlive: true }),
      secure: new TlsAgent({ keepAlive: true }),
      busy: 0,
    };
    lines.set(client, line);
    client.once('close', () => {
      line.plain.destroy();
      line.secure.destroy();
    });
    return line;
  }

  function endTogether(socket: Socket, client: Socket, line: Line): void {
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.once('close', () => {
      setImmediate(() => {
        if (line.busy === 0) client.end();
      });
    });
  }

  return {
    request(client, target, { method, path, headers }) {
      const secure = target.protocol === 'https:';
      const line = lineOf(client);
      const upstream = (secure ? httpsRequest : httpRequest)({
        agent: secure ? line.secure : line.plain,
        host: target.hostname.replace(/^\[|\]$/g, ''),
        port: target.port === '' ? (secure ? 443 : 80) : Number(target.port),
        method,
        path,
        headers: [...headers],
        maxHeaderSize: MOST_HEADER_BYTES,
      });
      line.busy += 1;
      upstream.once('close', () => {
        line.busy -= 1;
      });
      upstream.once('socket', (socket) => {
        endTogether(socket, client, line);
      });
      return upstream;
    },
  };
}
