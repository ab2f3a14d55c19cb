import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { Histogram, Registry } from 'prom-client';

/** Counts and times answers by method, route template and status. Methods and paths of strangers are `other`. */
@Injectable()
export class HttpMetrics implements OnModuleInit {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;

  constructor(
    @Inject(Registry) registry: Registry,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {
    this.duration = new Histogram({
      name: 'witness_http_request_duration_seconds',
      help: 'Time to answer HTTP requests.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
  }

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'other';
      const method = route === 'other' ? 'other' : request.method;
      this.duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }
}
