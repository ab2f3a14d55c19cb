import { type EventLog } from '@mcp-witness/event-log';
import { Module } from '@nestjs/common';
import { CATALOGS, type Catalogs } from '../log/catalogs.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { AttemptsController } from './attempts.controller.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Ingest } from './ingest.service.ts';
import { createWriter, type Writer, WRITER } from './writer.ts';

/** Takes evidence in. */
@Module({
  controllers: [AttemptsController, EvidenceController],
  providers: [
    {
      provide: WRITER,
      inject: [EVENT_LOG, CATALOGS],
      useFactory: (log: EventLog, catalogs: Catalogs): Writer => createWriter(log, catalogs),
    },
    Ingest,
  ],
})
export class IngestModule {}
