import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { AgentsController } from './agents.controller.ts';

/** What agents do: sessions by client, and their calls. */
@Module({ imports: [ProjectionsModule], controllers: [AgentsController] })
export class AgentsModule {}
