import { type IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { Problem } from '../http/problem.ts';
import { addressGroup } from './address.ts';
import { Authenticator, bearerOf } from './authenticator.ts';
import { type Caller, type Scope } from './caller.ts';
import { cookieJar } from './console/cookies.ts';
import { isFromOwnPage } from './console/own-page.ts';
import { hashOf } from './credentials.ts';
import { createRates } from './rates.ts';

/** An address may send credentials that nobody knows this much more seldom than a credential may be used. */
const failureShare = 100;
const mostKnown = 10_000;

/**
 * Tells who makes a request, be it for HTTP or for a socket, and keeps those out who ask too often: each caller by its
 * own rate, and addresses that send credentials which nobody knows. Rates are of this process.
 */
@Injectable()
export class Doorkeeper {
  readonly #rates = createRates();
  readonly #failures = createRates();
  /** Digests that were good lately: whoever shares an address with somebody who guesses still comes in. */
  readonly #known = new Set<string>();
  readonly #cookies;
  readonly #failuresAMinute: number;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly authenticator: Authenticator,
  ) {
    this.#cookies = cookieJar(settings.publicUrl);
    this.#failuresAMinute = Math.ceil(settings.rateLimit / failureShare);
  }

  /**
   * The caller, by the bearer credential or else by the console's cookie; null: none that is known and alive.
   * Rejects with `rate_limited`, with `foreign_origin` when another site's page sent the cookie, or with `unavailable`.
   */
  async admit(
    request: IncomingMessage,
    credential = bearerOf(request.headers.authorization),
  ): Promise<Caller | null> {
    if (this.settings.auth === 'none') return this.authenticator.authenticate(credential);
    const caller =
      credential === null ? await this.#bySession(request) : await this.#byCredential(request, credential);
    if (caller === null) return null;
    const perMinute = caller.rate_limit ?? this.settings.rateLimit;
    this.#refuse(this.#rates.take(`${caller.tenant_id}\0${caller.actor}`, perMinute));
    return caller;
  }

  /** Whether whoever was let in for this still would be. Counts as no request; rejects when it cannot be told. */
  async remains(
    request: IncomingMessage,
    scope: Scope,
    credential = bearerOf(request.headers.authorization),
  ): Promise<boolean> {
    if (this.settings.auth === 'none') return true;
    const caller =
      credential === null
        ? await this.#bySession(request)
        : await this.authenticator.authenticate(credential);
    return caller?.scopes.has(scope) === true;
  }

  async #byCredential(request: IncomingMessage, credential: string): Promise<Caller | null> {
    const address = addressGroup(request.socket.remoteAddress);
    const digest = hashOf(credential).toString('base64');
    if (!this.#known.has(digest)) this.#refuse(this.#failures.wait(address, this.#failuresAMinute));
    const caller = await this.authenticator.authenticate(credential);
    this.#known.delete(digest);
    if (caller === null) this.#failures.take(address, this.#failuresAMinute);
    else this.#remember(digest);
    return caller;
  }

  async #bySession(request: IncomingMessage): Promise<Caller | null> {
    const cookie = this.#cookies.session.read(request.headers.cookie);
    if (cookie === null) return null;
    if (!isFromOwnPage(request, this.settings.publicUrl)) throw new Problem('foreign_origin');
    return this.authenticator.bySession(cookie);
  }

  #remember(digest: string): void {
    this.#known.add(digest);
    for (const oldest of this.#known) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
  }

  #refuse(seconds: number): void {
    if (seconds > 0) throw new Problem('rate_limited', { retryAfterSeconds: seconds });
  }
}
