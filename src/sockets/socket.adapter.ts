import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { WsMessageHandler } from '@nestjs/common';
import type { Scope } from '../auth/caller.ts';
import type { RawData, WebSocket, WebSocketServer } from 'ws';
import { problems } from '../http/problem.ts';
import { toProblem } from '../http/to-problem.ts';
import { SocketAdmission } from './admission.ts';
import { CredentialWatch } from './credential-watch.ts';
import type { SocketTerms } from './socket-terms.ts';
import { pause } from '../projections/run/pause.ts';

const usualLargestFrame = 16_384;
/** How long clients may take to answer a close before they are cut off. */
const farewellMilliseconds = 1_000;

interface Handshake {
  readonly req: IncomingMessage;
}

type Verdict = (admitted: boolean, status?: number, message?: string) => void;

/** The WebSocket side of the service: admission before the handshake, small frames only, a close with a code at the end. */
export class SocketAdapter extends WsAdapter {
  readonly #app: INestApplicationContext;
  readonly #terms = new WeakMap<WebSocket, SocketTerms>();
  #closing = false;

  constructor(app: INestApplicationContext) {
    super(app);
    this.#app = app;
  }

  override create(port: number, terms: SocketTerms): WebSocketServer {
    const { path, scope, subprotocol, largestFrame = usualLargestFrame } = terms;
    const server = super.create(port, {
      path,
      maxPayload: largestFrame,
      perMessageDeflate: false,
      handleProtocols: (protocols: Set<string>) => protocols.has(subprotocol) && subprotocol,
      verifyClient: ({ req }: Handshake, answer: Verdict) => {
        void this.#admit(req, scope, answer);
      },
    }) as WebSocketServer;
    server.on('connection', (client, request) => {
      this.#terms.set(client, terms);
      this.#app.get(CredentialWatch, { strict: false }).add(client, { request, scope });
      if (this.#closing) sayFarewell(client);
    });
    return server;
  }

  /** Each frame goes to the handler of its event. What a handler returns is not sent: gateways speak for themselves. */
  override bindMessageHandlers(client: WebSocket, handlers: readonly WsMessageHandler[]): void {
    const terms = this.#terms.get(client);
    if (terms === undefined) throw new Error('The connection was not made by this adapter.');
    client.on('message', (data: RawData, isBinary: boolean) => {
      const frame = terms.parse(isBinary ? null : textOf(data));
      void handlers.find(({ message }) => message === frame.event)?.callback(frame.data);
    });
  }

  /** Tells every client that the service goes away, and waits a little for their answers. */
  override async close(server: WebSocketServer): Promise<void> {
    this.#closing = true;
    const clients = [...server.clients];
    for (const client of clients) sayFarewell(client);
    const closed = Promise.all(clients.map((client) => closeOf(client)));
    const patience = new AbortController();
    await Promise.race([closed, pause(farewellMilliseconds, patience.signal)]);
    patience.abort();
    await super.close(server);
  }

  async #admit(request: IncomingMessage, scope: Scope, answer: Verdict): Promise<void> {
    try {
      if (this.#closing) {
        answer(false, 503);
        return;
      }
      const refusal = await this.#app.get(SocketAdmission, { strict: false }).refuse(request, scope);
      if (refusal === null) answer(true);
      else answer(false, refusal.status);
    } catch (error) {
      answer(false, problems[toProblem(error).code].status);
    }
  }
}

const sayFarewell = (client: WebSocket): void => {
  client.close(1001, 'The service stops.');
};

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Uint8Array).toString();

async function closeOf(client: WebSocket): Promise<void> {
  if (client.readyState !== client.CLOSED) await once(client, 'close');
}
