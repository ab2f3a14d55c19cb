import { Global, Module } from '@nestjs/common';
import { SocketAdmission } from './admission.ts';

/** Who may open a socket. The application must use the `SocketAdapter`. */
@Global()
@Module({ providers: [SocketAdmission], exports: [SocketAdmission] })
export class SocketsModule {}
