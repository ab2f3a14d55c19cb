import { type EventLog } from '@mcp-witness/event-log';
import { type DynamicModule, Module } from '@nestjs/common';
import { type Pool } from 'pg';
import { POOL } from '../database/pool.ts';
import { STORED_LOG } from '../log/event-log.ts';
import { SESSION_KEYS, type SessionKeys } from '../log/sealing/session-keys.ts';
import { AuditController } from './audit.controller.ts';
import { Audit } from './audit.service.ts';
import { postgresBlockStore } from './blocks/block-store.ts';
import { BlockSealer } from './blocks/block-sealer.ts';
import { type Signer } from './blocks/signing-key.ts';
import { type Trail, TRAIL } from './trail.ts';

/** Signs the log, checks it, and shows it as it was. */
@Module({})
export class AuditModule {
  static of(signer: Signer): DynamicModule {
    const useFactory = (stored: EventLog, keys: SessionKeys, pool: Pool): Trail => ({
      stored,
      keys,
      blocks: postgresBlockStore(pool),
      signer,
    });
    return {
      module: AuditModule,
      controllers: [AuditController],
      providers: [
        { provide: TRAIL, inject: [STORED_LOG, SESSION_KEYS, POOL], useFactory },
        BlockSealer,
        Audit,
      ],
    };
  }
}
