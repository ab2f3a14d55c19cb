import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { sessionReports } from './definition.ts';
import { Generations } from './read/generations.ts';
import type { Lag } from './run/lag.ts';

/** A reading stands for so long, so that several collectors cost no more than one. */
const standsMilliseconds = 5_000;

/** How far the read models that readers see are behind the log. One label value a projection of this code. */
@Injectable()
export class LagMetrics {
  #reading: Promise<Lag | null> | null = null;
  #readAt = 0;

  constructor(
    registry: Registry,
    private readonly generations: Generations,
  ) {
    const shown = (name: string, help: string, of: (lag: Lag) => number): void => {
      const read = (): Promise<Lag | null> => this.#current();
      new Gauge({
        name,
        help,
        labelNames: ['projection'],
        registers: [registry],
        async collect() {
          // Without the database the last value stands.
          const lag = await read().catch(() => null);
          if (lag !== null) this.set({ projection: sessionReports.name }, of(lag));
        },
      });
    };
    shown(
      'witness_projection_lag_events',
      'Events of the log that the shard of the read models furthest behind has still before it, counted up to 5,000.',
      ({ lag_events }) => lag_events,
    );
    shown(
      'witness_projection_lag_seconds',
      'For how long the oldest event that is not in the read models yet has been in the log.',
      ({ lag_seconds }) => lag_seconds,
    );
  }

  #current(): Promise<Lag | null> {
    if (this.#reading === null || performance.now() - this.#readAt > standsMilliseconds) {
      this.#readAt = performance.now();
      this.#reading = this.#read();
    }
    return this.#reading;
  }

  async #read(): Promise<Lag | null> {
    const standings = await this.generations.standings();
    return standings.find(({ state }) => state === 'live') ?? null;
  }
}
