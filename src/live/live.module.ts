import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { LiveGateway } from './live.gateway.ts';

/** Reports as they change. The application must use the `SocketAdapter` for its sockets. */
@Module({ imports: [ProjectionsModule], providers: [LiveGateway] })
export class LiveModule {}
