import { Module } from '@nestjs/common';
import { ExecutorsGateway } from './executors.gateway.ts';

/** The connection of executors. The application must use the `SocketAdapter` for its sockets. */
@Module({ providers: [ExecutorsGateway] })
export class ExecutorsModule {}
