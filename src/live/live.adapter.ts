import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { LiveAdmission, subprotocol } from './admission.ts';
import { parseFrame } from './frame.ts';
import { pause } from '../projections/run/pause.ts';

const largestFrame = 16_384;
/** How long clients may take to answer a close before they are cut off. */
const farewellMilliseconds = 1_000;

interface Handshake {
  readonly req: IncomingMessage;
}

type Verdict = (admitted: boolean, status?: number, message?: string) => void;

/** The WebSocket side of the service: admission before the handshake, small frames only, a close with a code at the end. */
export class LiveAdapter extends WsAdapter {
  readonly #app: INestApplicationContext;

  constructor(app: INestApplicationContext) {
    super(app, { messageParser: parseFrame });
    this.#app = app;
  }

  override create(port: number, options?: Record<string, unknown>): unknown {
    return super.create(port, {
      ...options,
      maxPayload: largestFrame,
      perMessageDeflate: false,
      handleProtocols: (protocols: Set<string>) => protocols.has(subprotocol) && subprotocol,
      verifyClient: ({ req }: Handshake, answer: Verdict) => {
        void this.#admit(req, answer);
      },
    });
  }

  /** Tells every client that the service goes away, and waits a little for their answers. */
  override async close(server: WebSocketServer): Promise<void> {
    const clients = [...server.clients];
    for (const client of clients) client.close(1001, 'The service stops.');
    const closed = Promise.all(clients.map((client) => closeOf(client)));
    const patience = new AbortController();
    await Promise.race([closed, pause(farewellMilliseconds, patience.signal)]);
    patience.abort();
    await super.close(server);
  }

  async #admit(request: IncomingMessage, answer: Verdict): Promise<void> {
    try {
      const refusal = await this.#app.get(LiveAdmission, { strict: false }).refuse(request);
      if (refusal === null) answer(true);
      else answer(false, refusal.status);
    } catch {
      answer(false, 503);
    }
  }
}

async function closeOf(client: WebSocket): Promise<void> {
  if (client.readyState !== client.CLOSED) await once(client, 'close');
}
