import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Pool } from 'pg';
import { isDatabaseAway } from '../../database/away.ts';
import { withLock } from '../../database/lock.ts';
import { POOL } from '../../database/pool.ts';
import { repeatedly, type Repeating } from '../../database/repeatedly.ts';
import { sealBlocks } from './seal-blocks.ts';
import { type Trail, TRAIL } from '../trail.ts';

const everyMilliseconds = 1_000;

/** Seals what came into the log once a second; of all processes of a database one at a time. */
@Injectable()
export class BlockSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(BlockSealer.name);
  #repeating: Repeating | null = null;
  #isKeyKnown = false;

  constructor(
    @Inject(TRAIL) private readonly trail: Trail,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(everyMilliseconds, async (signal) => {
      try {
        await this.seal(signal);
      } catch (error) {
        if (!isDatabaseAway(error))
          this.#logger.error('Blocks could not be sealed; it is tried again.', error);
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  /** Seals now what is not sealed yet, unless another process is at it. */
  async seal(signal?: AbortSignal): Promise<void> {
    await withLock(this.pool, 'witness audit blocks', async () => {
      if (!this.#isKeyKnown) await this.trail.blocks.addKey(this.trail.signer);
      this.#isKeyKnown = true;
      await sealBlocks({ ...this.trail, signal });
    });
  }
}
