import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Controller, type DynamicModule, Inject, Logger, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { describe, expect, it } from '@jest/globals';
import type { Observer } from '@mcp-witness/observer';
import { OBSERVER, ObserverModule } from '@mcp-witness/observer/nest';
import { collect } from './support/collect.ts';
import { legacyClient } from './support/http-clients.ts';
import { sessionful } from './support/http-servers.ts';

interface Raw<T> {
  readonly raw: T;
}

@Controller('mcp')
class McpController {
  private readonly serve: (...given: unknown[]) => void;
  constructor(@Inject(OBSERVER) observer: Observer) {
    this.serve = sessionful(observer) as (...given: unknown[]) => void;
  }

  @All()
  mcp(
    @Req() request: Raw<IncomingMessage> & { body: unknown },
    @Res() reply: Raw<ServerResponse> & { hijack(): void },
  ): void {
    reply.hijack();
    this.serve(request.raw, reply.raw, request.body);
  }
}

@Module({ controllers: [McpController] })
class AppModule {
  static with(observing: DynamicModule): DynamicModule {
    return { module: AppModule, imports: [observing] };
  }
}

describe('the NestJS module', () => {
  it('sees what is turned away, gives the observer to observe servers with, and ends it with the application', async () => {
    const { all, of } = collect();
    let closed = 0;
    const pipeline = {
      take: (observation: (typeof all)[number]) => all.push(observation),
      flush: () => Promise.resolve(),
      close: () => Promise.resolve(void (closed += 1)),
    };
    const observing = ObserverModule.forRoot({ server: 'tickets', env: {}, pipeline });
    Logger.overrideLogger(false);
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.with(observing),
      new FastifyAdapter(),
    );
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const { client } = await legacyClient(`${url}/mcp`);
    await client.callTool({ name: 'find', arguments: { id: '7' } });
    await client.close();
    const gone = {
      method: 'POST',
      headers: { 'mcp-session-id': 'gone', 'content-type': 'application/json' },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await fetch(`${url}/mcp`, { ...gone, body })).status).toBe(404);
    await app.close();
    expect(of('call')).toMatchObject([{ name: 'find', client: { name: 'legacy-agent' } }]);
    expect(of('rejection')).toMatchObject([{ method: 'tools/list', reason_code: 'stale_session' }]);
    expect(closed).toBe(1);
  });
});
