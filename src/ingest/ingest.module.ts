import { Module } from '@nestjs/common';
import { AttemptsController } from './attempts.controller.ts';
import { EvidenceController } from './evidence.controller.ts';
import { Ingest } from './ingest.service.ts';

@Module({ controllers: [AttemptsController, EvidenceController], providers: [Ingest] })
export class IngestModule {}
