import { Module } from '@nestjs/common';
import { AccessLogController } from './access-log.controller.ts';
import { Erasures } from './erasure/erasures.ts';
import { RetentionController } from './retention.controller.ts';
import { AdminSessionsController } from './sessions.controller.ts';
import { RetentionSweep } from './sweep/retention-sweep.ts';

/** Erasure, retention and the access log. */
@Module({
  controllers: [AdminSessionsController, AccessLogController, RetentionController],
  providers: [Erasures, RetentionSweep],
})
export class AdminModule {}
