import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { Scope } from '../auth/caller.ts';
import { repeatedly, type Repeating } from '../database/repeatedly.ts';
import { credentialOf, SocketAdmission } from './admission.ts';
import { unauthenticated } from './outbox.ts';

interface Held {
  readonly request: IncomingMessage;
  readonly scope: Scope;
}

const everyMilliseconds = 1_000;

/**
 * Closes connections whose credential is not taken any more: revoked, expired, signed out, of a closed tenant. Each
 * credential is asked about once a second, however many connections it opened; while that cannot be told they go on.
 */
@Injectable()
export class CredentialWatch implements OnModuleInit, OnModuleDestroy {
  readonly #held = new Map<WebSocket, Held>();
  #repeating: Repeating | null = null;

  constructor(private readonly admission: SocketAdmission) {}

  onModuleInit(): void {
    this.#repeating = repeatedly(everyMilliseconds, (signal) => this.#look(signal));
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeating?.end();
  }

  /** Watches a connection that was admitted, until it is closed. */
  add(socket: WebSocket, held: Held): void {
    this.#held.set(socket, held);
    socket.once('close', () => this.#held.delete(socket));
  }

  async #look(signal: AbortSignal): Promise<void> {
    const answers = new Map<string, boolean>();
    for (const [socket, { request, scope }] of [...this.#held]) {
      if (signal.aborted) return;
      const key = JSON.stringify([scope, credentialOf(request) ?? request.headers.cookie]);
      const remains = answers.get(key) ?? (await this.admission.remains(request, scope).catch(() => true));
      answers.set(key, remains);
      if (!remains) socket.close(unauthenticated, 'The credential is not taken any more.');
    }
  }
}
