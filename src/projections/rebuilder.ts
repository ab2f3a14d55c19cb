import type { EventLog } from '@mcp-witness/event-log';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { repeatedly, type Repeating } from '../database/repeatedly.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { sessionReports } from './definition.ts';
import { ProjectionMetrics } from './projection-metrics.ts';
import { watchOutage } from './run/outage.ts';
import { finishRebuild } from './run/rebuild.ts';
import { createBuilding, ensureLive, type Generation, readLive } from './store/generations.ts';

/** How often a process looks whether a rebuild waits for somebody. */
const turnMilliseconds = 2_000;

/**
 * - `begun`: this generation is being built; readers see it once it is as far as the live one.
 * - `busy`: another is being built already.
 * - `newer`: the rows are of a newer service than this one, which would lose what it knows.
 */
export type Begun =
  | { readonly outcome: 'begun'; readonly generation: Generation }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'newer' };

/**
 * Builds the read models anew when somebody asks. What was asked for is a row in the database: whichever process comes
 * first builds it, and when that one stops or dies another goes on from where it was.
 */
@Injectable()
export class Rebuilder implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(Rebuilder.name);
  readonly #outage = watchOutage(this.#logger);
  #repeating: Repeating | null = null;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly dataSource: DataSource,
    private readonly metrics: ProjectionMetrics,
  ) {}

  async begin(): Promise<Begun> {
    await ensureLive(this.dataSource, sessionReports);
    const live = await readLive(this.dataSource, sessionReports.name);
    if (live !== null && live.version > sessionReports.version) return { outcome: 'newer' };
    const generation = await createBuilding(this.dataSource, sessionReports);
    if (generation === null) return { outcome: 'busy' };
    this.#repeating?.soon();
    return { outcome: 'begun', generation };
  }

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(turnMilliseconds, (signal) => this.#finish(signal));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  async #finish(signal: AbortSignal): Promise<void> {
    try {
      const { log, dataSource } = this;
      const result = await finishRebuild({ log, dataSource, signal });
      this.#outage.answered();
      if (result.outcome === 'rebuilt')
        this.#logger.log(`The read models were built anew as generation ${result.generation}.`);
    } catch (error) {
      this.metrics.failed();
      this.#outage.failed('The rebuild of the read models failed.', error);
    }
  }
}
