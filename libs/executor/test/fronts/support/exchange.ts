import { type IncomingMessage, request } from 'node:http';

export interface Asked {
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: readonly Buffer[];
}

export interface Answered {
  readonly status: number | undefined;
  readonly statusMessage: string | undefined;
  readonly headers: readonly string[];
  readonly trailers: readonly string[];
  readonly body: string;
}

/** About one connection, and not about what passes over it. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export function withoutConnection(raw: readonly string[], alsoWithout: readonly string[] = []): string[] {
  return raw.filter((_, at) => {
    const name = (raw[at - (at % 2)] ?? '').toLowerCase();
    return !ofTheConnection.has(name) && !alsoWithout.includes(name);
  });
}

/** Sends a request in the given pieces, each in a packet of its own as far as the system lets it. */
export function open(
  url: string,
  { method = 'POST', headers = [], body = [] }: Asked,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host, hostname, port, pathname, search } = new URL(url);
    const outgoing = request({
      host: hostname,
      port,
      path: pathname + search,
      method,
      headers: ['Host', host, ...headers],
      agent: false,
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    const write = (left: readonly Buffer[]): void => {
      const [first, ...rest] = left;
      if (first === undefined) outgoing.end();
      else outgoing.write(first, () => setImmediate(write, rest));
    };
    write(body);
  });
}

export async function read(answer: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    status: answer.statusCode,
    statusMessage: answer.statusMessage,
    headers: withoutConnection(answer.rawHeaders),
    trailers: answer.rawTrailers,
    body: Buffer.concat(chunks).toString('latin1'),
  };
}
