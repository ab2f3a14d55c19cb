import { Controller, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccessLog } from '../../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../../auth/caller.ts';
import { RequireScope } from '../../auth/requirement.ts';
import { ApiProblems } from '../../http/api-problems.ts';
import { Problem } from '../../http/problem.ts';
import { sessionReports } from '../../projections/definition.ts';
import { Generations, type Standing } from '../../projections/read/generations.ts';
import { Rebuilder } from '../../projections/rebuilder.ts';
import { isOperator } from '../operator.ts';
import { ProjectionBody, ProjectionListBody } from './projection.body.ts';

/** Read models hold the rows of all tenants. */
const onlyOperators = (caller: Caller): void => {
  if (!isOperator(caller)) throw new Problem('forbidden');
};

/** For administrators of the tenant `default`, who look after all tenants. */
@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/projections')
export class ProjectionsController {
  constructor(
    private readonly generations: Generations,
    private readonly rebuilder: Rebuilder,
    private readonly accessLog: AccessLog,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listProjections',
    summary: 'How the read models stand: the live ones, and those that are being built beside them.',
  })
  @ApiOkResponse({ type: ProjectionListBody })
  @ApiProblems()
  async list(@CurrentCaller() caller: Caller): Promise<{ readonly projections: readonly Standing[] }> {
    onlyOperators(caller);
    return { projections: await this.generations.standings() };
  }

  @Post(':name/rebuild')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiParam({ name: 'name', schema: { type: 'string' } })
  @ApiOperation({
    operationId: 'rebuildProjection',
    summary: 'Builds a read model anew from the log, beside the live one, and swaps it in.',
    description:
      'Readers see the live one until the new one is as far. How far that is stands in the list of projections; it ' +
      'is over when the generation is live. It goes on when the process that does it stops.',
  })
  @ApiAcceptedResponse({ type: ProjectionBody, description: 'What is being built.' })
  @ApiProblems('not_found', 'rebuild_running', 'newer_projection')
  async rebuild(@Param('name') name: string, @CurrentCaller() caller: Caller): Promise<Standing> {
    onlyOperators(caller);
    if (name !== sessionReports.name) throw new Problem('not_found');
    await this.accessLog.record(caller, 'projection.rebuild', name);
    const begun = await this.rebuilder.begin();
    if (begun.outcome === 'busy') throw new Problem('rebuild_running');
    if (begun.outcome === 'newer') throw new Problem('newer_projection');
    return this.generations.standing(begun.generation);
  }
}
