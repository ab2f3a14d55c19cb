import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../../projections/projections.module.ts';
import { ProjectionsController } from './projections.controller.ts';

/** How the read models stand, and building them anew. */
@Module({ imports: [ProjectionsModule], controllers: [ProjectionsController] })
export class ProjectionsAdminModule {}
