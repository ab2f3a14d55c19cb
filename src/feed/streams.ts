import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Problem } from '../http/problem.ts';

/** Streams that one process holds open. */
const mostStreams = 500;
const againSeconds = 5;

/** One stream's place. */
export interface Place {
  /** Aborts when the service stops or the place is given back. */
  readonly signal: AbortSignal;
  readonly leave: () => void;
}

/** The open streams of this process: a bounded number, all ended when it stops. */
@Injectable()
export class FeedStreams implements OnModuleDestroy {
  readonly #open = new Set<AbortController>();
  readonly #gauge: Gauge;
  #stopped = false;

  constructor(registry: Registry) {
    this.#gauge = new Gauge({
      name: 'witness_feed_streams',
      help: 'Feed streams that are open in this process.',
      registers: [registry],
    });
  }

  /** Throws `unavailable` with Retry-After when there is no room, or the service stops. */
  enter(): Place {
    if (this.#stopped || this.#open.size >= mostStreams)
      throw new Problem('unavailable', { retryAfterSeconds: againSeconds });
    const end = new AbortController();
    this.#open.add(end);
    this.#gauge.set(this.#open.size);
    return {
      signal: end.signal,
      leave: () => {
        end.abort();
        this.#open.delete(end);
        this.#gauge.set(this.#open.size);
      },
    };
  }

  onModuleDestroy(): void {
    this.#stopped = true;
    for (const end of this.#open) end.abort();
  }
}
