import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EvidenceEvent } from '@mcp-witness/evidence';

/** How the service behaves: takes what comes, answers with a status, or never answers. */
export type Behaviour =
  | 'takes'
  | 'hangs'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly problem?: object };

export interface FakeService {
  readonly url: string;
  /** In the order of arrival, each event once. */
  readonly events: readonly EvidenceEvent[];
  /** Every event that was taken, as often as it came. */
  readonly arrivals: readonly EvidenceEvent[];
  /** Sizes of the bodies that came. */
  readonly batches: readonly number[];
  /** How often it was asked, whatever it did then. */
  readonly asked: number;
  readonly keys: readonly (string | undefined)[];
  /** Ids of events that came as what an executor left that is gone. */
  readonly leftovers: readonly string[];
  behaviour: Behaviour;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<EvidenceEvent[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as EvidenceEvent[];
}

/** Stands in for the service: remembers the events of `POST /v1/evidence`, and knows an event that it has. */
export async function startFakeService(port = 0): Promise<FakeService> {
  const known = new Map<string, EvidenceEvent>();
  const arrivals: EvidenceEvent[] = [];
  const batches: number[] = [];
  const leftovers: string[] = [];
  let asked = 0;
  const keys: (string | undefined)[] = [];
  let behaviour: Behaviour = 'takes';
  const server = createServer((request, response) => {
    void bodyOf(request).then((events) => {
      asked += 1;
      if (behaviour === 'hangs') return;
      if (behaviour !== 'takes') {
        const { status, headers, problem = { code: 'refused', title: 'No' } } = behaviour;
        response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
        response.end(JSON.stringify(problem));
        return;
      }
      batches.push(events.length);
      arrivals.push(...events);
      keys.push(request.headers.authorization);
      if (request.headers['witness-leftover'] === 'true')
        leftovers.push(...events.map((event) => event.event_id));
      const fresh = events.filter((event) => !known.has(event.event_id));
      for (const event of fresh) known.set(event.event_id, event);
      const accepted = fresh.length;
      const body = {
        accepted,
        duplicates: events.length - accepted,
        rejected: [],
        position: String(known.size),
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  // It has no socket for executors, as an older service.
  server.on('upgrade', (_request, socket) => {
    // Who asked may be gone before it is refused.
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    get behaviour() {
      return behaviour;
    },
    set behaviour(next) {
      behaviour = next;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asked() {
      return asked;
    },
    arrivals,
    batches,
    keys,
    leftovers,
    get events() {
      return [...known.values()];
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
