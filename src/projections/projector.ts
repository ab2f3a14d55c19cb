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
import { EVENT_LOG } from '../log/event-log.ts';
import { holdShards } from './run/hold-shards.ts';
import { type Telling, TELLING } from './run/observe-run.ts';
import { watchOutage } from './run/outage.ts';
import { pause } from './run/pause.ts';

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
  readonly #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly dataSource: DataSource,
    @Inject(TELLING) private readonly telling: Telling,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = this.#run();
  }

  /** After the sockets and requests that may still wait for it. */
  async onApplicationShutdown(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
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
        await pause(turnMilliseconds, signal);
      }
    }
  }
}
