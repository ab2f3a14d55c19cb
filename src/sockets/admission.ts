import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { bearerOf } from '../auth/authenticator.ts';
import type { Caller, Scope } from '../auth/caller.ts';
import { Doorkeeper } from '../auth/doorkeeper.ts';
import { isLoopback } from '../config/loopback.ts';
import { SETTINGS, type Settings } from '../config/settings.ts';

const bearerPrefix = 'bearer.';

/** The answer to a handshake that is refused. */
export interface Refusal {
  readonly status: number;
}

const offered = (request: IncomingMessage): string[] =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());

/** The key or token of a handshake; null: none, or a cookie. */
export function credentialOf(request: IncomingMessage): string | null {
  const protocol = offered(request).find((name) => name.startsWith(bearerPrefix));
  return protocol === undefined
    ? bearerOf(request.headers.authorization)
    : protocol.slice(bearerPrefix.length);
}

function isLocalOrigin(origin: string): boolean {
  try {
    return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return false;
  }
}

/** Decides before the handshake whether a connection may be, and remembers whose it is. */
@Injectable()
export class SocketAdmission {
  readonly #callers = new WeakMap<IncomingMessage, Caller>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly doorkeeper: Doorkeeper,
  ) {}

  /**
   * Null: admitted. Where nobody needs a credential any page that the user visits could connect, under any name that
   * it makes this machine answer to; so a browser must then come from a page of this machine, or of an origin that the
   * settings name. The token of an attempt opens no socket.
   */
  async refuse(request: IncomingMessage, scope: Scope): Promise<Refusal | null> {
    const { origin } = request.headers;
    if (this.settings.auth === 'none' && origin !== undefined && !this.#isWelcome(origin))
      return { status: 403 };
    const caller = await this.doorkeeper.admit(request, credentialOf(request));
    if (caller === null) return { status: 401 };
    if (!caller.scopes.has(scope) || caller.attachment_attempt_id !== null) return { status: 403 };
    this.#callers.set(request, caller);
    return null;
  }

  #isWelcome(origin: string): boolean {
    return isLocalOrigin(origin) || this.settings.corsOrigins.includes(origin);
  }

  /** Whether who was admitted still would be. Counts as no request; rejects when it cannot be told. */
  remains(request: IncomingMessage, scope: Scope): Promise<boolean> {
    return this.doorkeeper.remains(request, scope, credentialOf(request));
  }

  /** Of a request that was admitted. */
  callerOf(request: IncomingMessage): Caller {
    const caller = this.#callers.get(request);
    if (caller === undefined)
      throw new Error('The connection was not admitted: the socket adapter is not in use.');
    return caller;
  }
}
