import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { ExecutorRequests } from './asking/executor-requests.ts';
import { ExecutorsGateway } from './executors.gateway.ts';
import { OperationsController } from './operations.controller.ts';
import { Operations } from './operations.ts';
import { SecretCheck } from './secret-check.ts';

/** The connection of executors, and what they are asked over it. The application must use the `SocketAdapter` for its sockets. */
@Module({
  imports: [ProjectionsModule],
  controllers: [OperationsController],
  providers: [ExecutorsGateway, ExecutorRequests, Operations, SecretCheck],
  exports: [SecretCheck],
})
export class ExecutorsModule {}
