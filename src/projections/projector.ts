import { randomUUID } from 'node:crypto';
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
import { holdShards } from './run/hold-shards.ts';
import { type Telling, TELLING } from './run/observe-run.ts';
import { watchOutage } from './run/outage.ts';

/** How long a process waits after a failure. */
const turnMilliseconds = 1_000;

/**
 * Keeps the read models up to the log. Sessions are divided over a fixed number of shards, and the shards over the
 * processes of a database, each owned by one of them under an advisory lock; a process reads the log once for all of
 * its own and follows the rows of the others. When one comes or goes the shards are divided anew. An owner that was
 * cut off and does not know it is shut out by the epoch in the checkpoint.
 */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #processId = randomUUID();
  readonly #logger = new Logger(Projector.name);
  readonly #outage = watchOutage(this.#logger);
  #repeating: Repeating | null = null;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly dataSource: DataSource,
    @Inject(TELLING) private readonly telling: Telling,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(turnMilliseconds, (signal) => this.#hold(signal));
  }

  /** After the sockets and requests that may still wait for it. */
  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  async #hold(signal: AbortSignal): Promise<void> {
    try {
      await holdShards({
        processId: this.#processId,
        log: this.log,
        dataSource: this.dataSource,
        telling: this.telling,
        outage: this.#outage,
        logger: this.#logger,
        signal,
      });
    } catch (error) {
      this.telling.metrics.failed();
      this.#outage.failed('The projection failed; it goes on from its checkpoint.', error);
    }
  }
}
