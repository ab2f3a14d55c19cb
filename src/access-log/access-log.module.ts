import { Global, Module } from '@nestjs/common';
import { AccessLog } from './access-log.ts';

/** Lets every feature record who did what. */
@Global()
@Module({ providers: [AccessLog], exports: [AccessLog] })
export class AccessLogModule {}
