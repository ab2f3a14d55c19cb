import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Pool } from 'pg';
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
  readonly #told = new Set<string>();

  constructor(
    @Inject(TRAIL) private readonly trail: Trail,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  onApplicationBootstrap(): void {
    this.#repeating = repeatedly(
      everyMilliseconds,
      (signal) => this.seal(signal),
      (error) => {
        this.#logger.error('Blocks could not be sealed; it is tried again.', error);
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#repeating?.end();
  }

  /** Seals now what is not sealed yet, unless another process is at it. */
  async seal(signal?: AbortSignal): Promise<void> {
    await withLock(this.pool, 'witness audit blocks', async () => {
      if (!this.#isKeyKnown) await this.trail.blocks.addKey(this.trail.signer);
      this.#isKeyKnown = true;
      this.#tellOfOther((await this.trail.blocks.last())?.key_id);
      await sealBlocks({ ...this.trail, signal });
    });
  }

  /** Once for each other key that signs the same chain, before or beside this process. */
  #tellOfOther(keyId: string | undefined): void {
    if (keyId === undefined || keyId === this.trail.signer.key_id || this.#told.has(keyId)) return;
    this.#told.add(keyId);
    this.#logger.warn(
      `The last block over the log was signed with the key ${keyId}, and this process signs with ` +
        `${this.trail.signer.key_id}: who verifies must trust both. If the key was replaced, keep the former public key. ` +
        'If several hosts share this database, give each of them the same WITNESS_SIGNING_KEY.',
    );
  }
}
