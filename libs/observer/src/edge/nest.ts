import {
  type DynamicModule,
  Inject,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type OnApplicationShutdown,
  RequestMethod,
} from '@nestjs/common';
import { createObserver, type Observer } from '../observer.ts';
import type { ObserveOptions } from '../options.ts';

/** The {@link Observer} of the module, to observe servers with. */
export const OBSERVER = Symbol('OBSERVER');

/** Sees every HTTP exchange of a Nest application, on Express or Fastify, and ends with it. */
@Module({})
export class ObserverModule implements NestModule, OnApplicationShutdown {
  constructor(@Inject(OBSERVER) private readonly observer: Observer) {}

  static forRoot(options: ObserveOptions): DynamicModule {
    const observer = { provide: OBSERVER, useFactory: () => createObserver(options) };
    return { module: ObserverModule, global: true, providers: [observer], exports: [OBSERVER] };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.observer.http.middleware).forRoutes({ path: '{*path}', method: RequestMethod.ALL });
  }

  onApplicationShutdown(): Promise<void> {
    return this.observer.close();
  }
}
