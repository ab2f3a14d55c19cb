import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Registry } from 'prom-client';
import { RequireScope } from '../auth/requirement.ts';

@ApiTags('operation')
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(Registry) private readonly registry: Registry) {}

  @Get()
  @RequireScope('operations:run')
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  @ApiOperation({ operationId: 'getMetrics', summary: 'Metrics in the Prometheus text format.' })
  @ApiOkResponse({
    description: 'All metrics of this process.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  read(): Promise<string> {
    return this.registry.metrics();
  }
}
