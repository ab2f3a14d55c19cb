import { type EventLog } from '@mcp-witness/event-log';
import { Module } from '@nestjs/common';
import { CATALOGS, type Catalogs } from '../log/catalogs.ts';
import { EVENT_LOG } from '../log/event-log.ts';
import { SESSION_KEYS, type SessionKeys } from '../log/sealing/session-keys.ts';
import { AttemptsController } from './attempts.controller.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Ingest } from './ingest.service.ts';
import { createWriter, type Writer, WRITER } from './writer.ts';

const useFactory = (log: EventLog, catalogs: Catalogs, keys: SessionKeys): Writer => {
  const writer = createWriter(log, catalogs);
  keys.listen((erased) => {
    writer.forget(erased);
  });
  return writer;
};

/** Takes evidence in. */
@Module({
  controllers: [AttemptsController, EvidenceController],
  providers: [{ provide: WRITER, inject: [EVENT_LOG, CATALOGS, SESSION_KEYS], useFactory }, Ingest],
})
export class IngestModule {}
