import { type EventLog } from '@mcp-witness/event-log';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CREDENTIALS, type Credentials } from '../auth/credentials.ts';
import { isDatabaseAway } from '../database/away.ts';
import { repeatedly, type Repeating } from '../database/repeatedly.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { forgetOld, giveUpExpired, recordLost } from './give-up.ts';
import { LEASE_PERIODS, type LeasePeriods } from './leases.ts';

const mostBetweenLooks = 1_000;

/**
 * Gives up executors that did not renew in time. Who could not have renewed is not given up: after a start, and after
 * any time in which the database was away or this process stood still, a whole period passes first.
 */
@Injectable()
export class LeaseWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(LeaseWatch.name);
  #repeating: Repeating | null = null;
  #steadySince: number | null = null;
  #looked = 0;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    @Inject(LEASE_PERIODS) private readonly periods: LeasePeriods,
  ) {}

  onApplicationBootstrap(): void {
    const between = Math.min(mostBetweenLooks, this.periods.held / 5);
    this.#repeating = repeatedly(between, () => this.#look());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#looked > this.periods.held / 2) this.#steadySince = null;
    this.#looked = now;
    try {
      await forgetOld(this.dataSource);
      this.#steadySince ??= now;
      if (now - this.#steadySince > this.periods.held)
        await giveUpExpired(this.dataSource, this.periods.held);
      await recordLost(this.dataSource, this.log, this.credentials);
    } catch (error) {
      this.#steadySince = null;
      if (!isDatabaseAway(error))
        this.#logger.error(
          'Executors that are gone could not be told from others; it is tried again.',
          error,
        );
    }
  }
}
