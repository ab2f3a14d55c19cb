import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SocketAdmission } from './admission.ts';
import { CredentialWatch } from './credential-watch.ts';
import { SOCKET_BOUNDS, type SocketBounds } from './socket-bounds.ts';

/** Who may open a socket, and what it may take up. The application must use the `SocketAdapter`. */
@Global()
@Module({})
export class SocketsModule {
  static of(bounds: SocketBounds): DynamicModule {
    return {
      module: SocketsModule,
      providers: [SocketAdmission, CredentialWatch, { provide: SOCKET_BOUNDS, useValue: bounds }],
      exports: [SocketAdmission, CredentialWatch, SOCKET_BOUNDS],
    };
  }
}
