import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** Counts how projections fare. */
@Injectable()
export class ProjectionMetrics {
  readonly #events: Counter;
  readonly #failures: Counter;
  readonly #skipped: Counter;
  readonly #shards: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#events = new Counter({
      name: 'witness_projection_events_total',
      help: 'Events whose effect was written to the read models by this process.',
      registers,
    });
    this.#failures = new Counter({
      name: 'witness_projection_failures_total',
      help: 'Times that the read models could not be read, written or followed; each was tried again.',
      registers,
    });
    this.#skipped = new Counter({
      name: 'witness_projection_skipped_events_total',
      help: 'Events that could not be folded; they are missing from the read models until a rebuild succeeds with them.',
      registers,
    });
    this.#shards = new Gauge({
      name: 'witness_projection_shards',
      help: 'Shards of the read models that this process keeps.',
      registers,
    });
  }

  committed(events: number): void {
    this.#events.inc(events);
  }

  failed(): void {
    this.#failures.inc();
  }

  skipped(): void {
    this.#skipped.inc();
  }

  owns(shards: number): void {
    this.#shards.set(shards);
  }
}
