import { Agent, type ClientRequest, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

interface Line {
  /** By the server's origin. */
  readonly agents: Map<string, Agent>;
  busy: number;
}

/** They serve one server each: its name need not be made up and looked up with every request. */
class PlainAgent extends Agent {
  override getName(): string {
    return 'server';
  }
}
class SecureAgent extends TlsAgent {
  override getName(): string {
    return 'server';
  }
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
    const line: Line = { agents: new Map(), busy: 0 };
    lines.set(client, line);
    client.once('close', () => {
      for (const agent of line.agents.values()) agent.destroy();
    });
    return line;
  }

  function agentOf(line: Line, { origin, protocol }: URL): Agent {
    const known = line.agents.get(origin);
    if (known !== undefined) return known;
    const options = { keepAlive: true };
    const agent = protocol === 'https:' ? new SecureAgent(options) : new PlainAgent(options);
    line.agents.set(origin, agent);
    return agent;
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
        agent: agentOf(line, target),
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
