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
import { sessionReports } from './definition.ts';
import { followRows, tellMoves } from './run/follow-rows.ts';
import { observeRun, type Telling, TELLING } from './run/observe-run.ts';
import { type Ownership, tryOwn } from './run/ownership.ts';
import { watchOutage } from './run/outage.ts';
import { pause } from './run/pause.ts';
import { rebuildReports } from './run/rebuild.ts';
import { runProjection } from './run/run-projection.ts';
import { sweepNowAndThen } from './run/sweep.ts';
import { claimLive, ensureLive, type Generation } from './store/generations.ts';
import { createPostgresStore } from './store/postgres-store.ts';

/** How long a process follows before it asks again whether it may project, and waits after a failure. */
const turnMilliseconds = 1_000;

/**
 * Keeps the read models up to the log. Of all processes of a database one projects, the owner of an advisory lock;
 * the others follow its rows, and one of them takes over when it goes. An owner that was cut off and does not know
 * it is shut out by the epoch in the checkpoint.
 */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
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
        await this.#takeTurn();
      } catch (error) {
        this.telling.metrics.failed();
        this.#outage.failed('The projection failed; it goes on from its checkpoint.', error);
        await pause(turnMilliseconds, signal);
      }
    }
  }

  async #takeTurn(): Promise<void> {
    const { dataSource, telling } = this;
    const own = async (): Promise<Ownership | null> => {
      const ownership = await tryOwn(dataSource, `witness projection ${sessionReports.name}`);
      this.#outage.answered();
      return ownership;
    };
    const ownership =
      (await own()) ??
      (await followRows({
        dataSource,
        ...telling,
        signal: this.#stopped.signal,
        tryOwn: own,
        milliseconds: turnMilliseconds,
      }));
    if (ownership === null) return;
    this.telling.metrics.owns(true);
    try {
      await this.#project(AbortSignal.any([this.#stopped.signal, ownership.lost]));
    } finally {
      this.telling.metrics.owns(false);
      await ownership.release();
    }
  }

  async #project(signal: AbortSignal): Promise<void> {
    const { log, dataSource, telling } = this;
    const observer = observeRun(this.#logger, this.#outage, telling);
    const store = createPostgresStore(dataSource, sessionReports.name);
    const sweeping = sweepNowAndThen(dataSource, signal, (error) => {
      telling.metrics.failed();
      this.#outage.failed('Catalogs that nobody needs could not be dropped; it is tried again.', error);
    });
    while (!signal.aborted) {
      const live = await this.#claim(signal);
      if (live === null) break;
      // A former owner may have written after this process looked last.
      await tellMoves({ dataSource, ...telling, signal });
      await runProjection({ log, store, checkpoint: live, signal, observer });
    }
    await sweeping;
  }

  /** The live generation, in the shape of this code. Null: stopped before it was. */
  async #claim(signal: AbortSignal): Promise<Generation | null> {
    await ensureLive(this.dataSource, sessionReports);
    const live = await claimLive(this.dataSource, sessionReports);
    if (live.version === sessionReports.version) return live;
    this.#logger.warn(
      `Session reports of version ${live.version} are built anew as version ${sessionReports.version}.`,
    );
    const { outcome } = await rebuildReports({ log: this.log, dataSource: this.dataSource, signal });
    if (outcome === 'busy') await pause(turnMilliseconds, signal);
    return outcome === 'stopped' || signal.aborted ? null : this.#claim(signal);
  }
}
