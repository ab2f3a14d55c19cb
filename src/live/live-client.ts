import type { SessionName } from '../log/sealing/session-keys.ts';
import { sessionStream } from '../log/streams.ts';
import type { SessionChange } from '../projections/run/changes.ts';
import type { ClientFrame, SubscribeFrame } from './frame.ts';
import { sendTo, type Socket } from '../sockets/outbox.ts';
import { usualBounds } from '../sockets/socket-bounds.ts';
import { serverFrame } from './server-frame.ts';
import { Subscription, type SubscriptionPorts } from './subscription.ts';

export interface LiveClientOptions {
  readonly tenant_id: string;
  readonly socket: Socket;
  /** What a subscription needs beside the connection. */
  readonly ports: (sessionId: string) => Omit<SubscriptionPorts, 'send'>;
  readonly failed: (error: unknown) => void;
  readonly maximumSubscriptions?: number;
  readonly maximumWaiting?: number;
  /** What may wait for the client to read it, in bytes. */
  readonly mostBuffered?: number;
  /** The client did not read as fast as it was written to, and is closed. */
  readonly tooSlow?: () => void;
}

/** Close code for a client that sends more than can be answered. */
const tooEager = 1008;

/** One connection: its subscriptions, and its requests one after the other, in the order in which they came. */
export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #closed = false;

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  receive(frame: ClientFrame): void {
    const { maximumWaiting = 1_000, socket, failed } = this.#options;
    if (this.#closed) return;
    if (this.#waiting >= maximumWaiting) {
      socket.close(tooEager, 'Too many requests at once.');
      this.close();
      return;
    }
    this.#waiting += 1;
    this.#turn = this.#turn
      .then(() => this.#handle(frame))
      .catch(failed)
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  changed(change: SessionChange): void {
    if (change.tenant_id === this.#options.tenant_id)
      this.#subscriptions.get(change.session_id)?.changed(change);
  }

  /** Ends the subscriptions of a session that was erased, and says so. */
  erased({ tenant_id, session }: SessionName): void {
    if (tenant_id !== this.#options.tenant_id) return;
    for (const id of this.#subscriptions.keys()) {
      if (sessionStream(id) !== session) continue;
      this.#end(id);
      this.send(serverFrame.error('erased', id));
    }
  }

  /** False: the connection is not open any more, and nothing is done for it from then on. */
  send(text: string): boolean {
    const { socket, mostBuffered = usualBounds.mostBuffered, tooSlow } = this.#options;
    if (this.#closed) return false;
    const sending = sendTo(socket, text, mostBuffered);
    if (sending === 'sent') return true;
    this.close();
    if (sending === 'too_slow') tooSlow?.();
    return false;
  }

  /** Ends every subscription; the connection itself is not touched. */
  close(): void {
    this.#closed = true;
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
  }

  async #handle(frame: ClientFrame): Promise<void> {
    if (this.#closed) return;
    switch (frame.event) {
      case 'fault':
        this.send(serverFrame.error(frame.data.code));
        return;
      case 'unsubscribe':
        this.#end(frame.data.session_id);
        return;
      case 'subscribe':
        await this.#subscribe(frame);
    }
  }

  async #subscribe({ data: { session_id, after } }: SubscribeFrame): Promise<void> {
    const { ports, failed, maximumSubscriptions = 1_000 } = this.#options;
    this.#end(session_id);
    if (this.#subscriptions.size >= maximumSubscriptions) {
      this.send(serverFrame.error('too_many_subscriptions', session_id));
      return;
    }
    const subscription = new Subscription(session_id, {
      ...ports(session_id),
      send: (text) => this.send(text),
    });
    this.#subscriptions.set(session_id, subscription);
    try {
      if (await subscription.start(after)) return;
      this.send(serverFrame.error('not_found', session_id));
    } catch (error) {
      failed(error);
      this.send(serverFrame.error('unavailable', session_id));
    }
    this.#end(session_id);
  }

  #end(sessionId: string): void {
    this.#subscriptions.get(sessionId)?.end();
    this.#subscriptions.delete(sessionId);
  }
}
