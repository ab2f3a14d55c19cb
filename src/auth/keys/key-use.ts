import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Pool } from 'pg';
import { POOL } from '../../database/pool.ts';
import { type KeyName } from '../credentials.ts';

/** How long a use may wait until it is written. */
const everyMilliseconds = 60_000;

const usedSql = `
  update api_keys k set last_used_at = now() from unnest($1::text[], $2::text[]) as used (tenant_id, key_id)
  where k.tenant_id = used.tenant_id and k.key_id = used.key_id
    and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')`;

/** Remembers which keys were used and writes that down beside the requests, at most once a minute for each. */
@Injectable()
export class KeyUse implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(KeyUse.name);
  #used = new Map<string, KeyName>();
  #timer: NodeJS.Timeout | undefined;

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Bounded by the number of keys there are. */
  used({ tenant_id, key_id }: KeyName): void {
    this.#used.set(`${tenant_id}\0${key_id}`, { tenant_id, key_id });
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#write(), everyMilliseconds).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    const used = [...this.#used.values()];
    this.#used = new Map();
    if (used.length === 0) return;
    try {
      await this.pool.query(usedSql, [
        used.map(({ tenant_id }) => tenant_id),
        used.map(({ key_id }) => key_id),
      ]);
    } catch (error) {
      this.#logger.warn('When keys were used could not be written down; the next use is.', error);
    }
  }
}
