import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { Public } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { type Check, Readiness } from './readiness.ts';

interface Health {
  readonly status: 'ok';
  readonly checks: HealthIndicatorResult;
}

class HealthBody {
  @ApiProperty({ type: String, enum: ['ok'] })
  status!: 'ok';

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'By check: `{status, reason?}`.' })
  checks!: HealthIndicatorResult;
}

@ApiTags('operation')
@Controller()
@Public()
@ApiProblems()
export class HealthController {
  constructor(
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(Readiness) private readonly readiness: Readiness,
  ) {}

  @Get('livez')
  @ApiOperation({ operationId: 'getLiveness', summary: 'The process runs and answers.', security: [] })
  @ApiOkResponse({ type: HealthBody, description: 'It does.' })
  live(): Health {
    return { status: 'ok', checks: {} };
  }

  @Get('readyz')
  @ApiOperation({
    operationId: 'getReadiness',
    security: [],
    summary: 'The service takes work; a problem with `checks` when it does not.',
  })
  @ApiOkResponse({ type: HealthBody, description: 'Every check holds.' })
  async ready(): Promise<Health> {
    if (this.readiness.stopping.aborted) throw unready({ service: { status: 'down', reason: 'stopping' } });
    const checks = [...this.readiness.checks].map(
      ([name, check]) =>
        () =>
          this.run(name, check),
    );
    try {
      const { details } = await this.health.check(checks);
      return { status: 'ok', checks: details };
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      const response = error.getResponse() as { readonly details?: HealthIndicatorResult };
      throw unready(response.details ?? {});
    }
  }

  private async run(name: string, check: Check): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    try {
      const result = await check();
      return result.ok ? indicator.up() : indicator.down({ reason: result.reason });
    } catch {
      return indicator.down({ reason: 'the check failed' });
    }
  }
}

const unready = (checks: HealthIndicatorResult): Problem =>
  new Problem('unavailable', { retryAfterSeconds: 1, members: { checks } });
