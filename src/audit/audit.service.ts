import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, Position } from '@mcp-witness/event-log';
import { type History, parseInstant } from '@mcp-witness/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asTenant } from '../database/as-tenant.ts';
import { Problem } from '../http/problem.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { withCatalogs } from '../projections/read/catalogs.ts';
import { type Block } from './blocks/block.ts';
import { BlockSealer } from './blocks/block-sealer.ts';
import { exportLog } from './export/export-log.ts';
import { createPlaces } from './places.ts';
import { type Moment } from './replay/moment.ts';
import { replaySession } from './replay/replay-session.ts';
import { type Trail, TRAIL } from './trail.ts';
import { type Verification, verifyLog } from './verify/verify-log.ts';

const usualLimit = 50_000;
/** Walks over the log that may go on at the same time: each keeps a core busy. */
const mostWalks = 2;
const sealPatience = 5_000;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What was looked at by one call, and the end and the keys of the signed chain. */
export interface LogVerification extends Verification {
  readonly last_block: LastBlock | null;
  readonly public_keys: readonly { readonly key_id: string; readonly public_key: string }[];
}

interface LastBlock extends Pick<Block, 'number' | 'last_position' | 'sealed_at' | 'key_id'> {
  readonly hash: string;
}

const lastBlockOf = ({ number, hash, last_position, sealed_at, key_id }: Block): LastBlock => ({
  number,
  hash: Buffer.from(hash).toString('hex'),
  last_position,
  sealed_at,
  key_id,
});

/** Exactly one of the two, or the caller is told. */
const momentOf = (time: string | undefined, position: string | undefined): Moment => {
  if (time !== undefined && position !== undefined)
    throw new Problem('invalid', { errors: [{ pointer: '/at_position', code: 'excluded' }] });
  const parsed = position === undefined ? null : Position.parse(position);
  if (parsed !== null) return { kind: 'position', position: parsed };
  if (time === undefined)
    throw new Problem('invalid', { errors: [{ pointer: '/at_time', code: 'required' }] });
  if (parseInstant(time) === null)
    throw new Problem('invalid', { errors: [{ pointer: '/at_time', code: 'malformed' }] });
  return { kind: 'time', time };
};

/** Looks at the log as it is stored, and back in time. */
@Injectable()
export class Audit {
  readonly #places = createPlaces({ most: mostWalks, waiting: 64, patienceMilliseconds: 10_000 });

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(TRAIL) private readonly trail: Trail,
    private readonly dataSource: DataSource,
    private readonly sealer: BlockSealer,
  ) {}

  async verify(after: string | undefined, limit: string | undefined): Promise<LogVerification> {
    const end = await this.#places.enter();
    try {
      await this.trail.keys.refresh();
      const found = await verifyLog({
        ...this.trail,
        after: Position.parse(after ?? '') ?? Position.start,
        limit: limit === undefined ? usualLimit : Number(limit),
      });
      const last = await this.trail.blocks.last();
      const keys = [...(await this.trail.blocks.keys())];
      return {
        ...found,
        last_block: last && lastBlockOf(last),
        public_keys: keys.map(([key_id, key]) => ({ key_id, public_key: base64(key) })),
      };
    } finally {
      end();
    }
  }

  /** NDJSON of all that the tenant had in the log when it was asked for. */
  async export(tenantId: string): Promise<Readable> {
    const end = await this.#places.enter();
    try {
      await this.trail.keys.refresh();
      await this.#sealedUpTo(await this.trail.stored.head());
    } catch (error) {
      end();
      throw error;
    }
    const lines = Readable.from(exportLog({ ...this.trail, tenant_id: tenantId }), {
      objectMode: true,
      highWaterMark: 64,
    });
    return lines.once('close', end);
  }

  /** The report at a moment, with the tools that are kept still. Null: the tenant has had no such session by then. */
  async reportAt(
    tenantId: string,
    sessionId: string,
    time: string | undefined,
    position: string | undefined,
  ): Promise<History | null> {
    const moment = momentOf(time, position);
    const replayed = await replaySession({
      log: this.log,
      tenant_id: tenantId,
      session_id: sessionId,
      moment,
    });
    if (replayed === null) return null;
    return asTenant(this.dataSource, tenantId, (manager) => withCatalogs(manager, tenantId, replayed));
  }

  /** Waits until blocks reach `position`, whichever process seals them. */
  async #sealedUpTo(position: Position): Promise<void> {
    const deadline = performance.now() + sealPatience;
    for (;;) {
      await this.sealer.seal();
      const reached = (await this.trail.blocks.last())?.last_position ?? Position.start;
      if (Position.compare(reached, position) >= 0) return;
      if (performance.now() > deadline) throw new Problem('unavailable', { retryAfterSeconds: 1 });
      await pause(100);
    }
  }
}
