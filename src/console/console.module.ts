import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { consoleFolder } from './console-folder.ts';
import { servePage } from './serve-page.ts';

/** The page at `/`. */
@Module({})
export class ConsoleModule implements OnModuleInit {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    servePage(fastify, consoleFolder());
  }
}
