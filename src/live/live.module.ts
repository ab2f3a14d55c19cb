import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { LiveAdmission } from './admission.ts';
import { LiveGateway } from './live.gateway.ts';

/** Reports as they change. The application must use the `LiveAdapter` for its sockets. */
@Module({ imports: [ProjectionsModule], providers: [LiveAdmission, LiveGateway] })
export class LiveModule {}
