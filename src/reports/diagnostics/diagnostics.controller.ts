import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { type Caller, CurrentCaller } from '../../auth/caller.ts';
import { RequireScope } from '../../auth/requirement.ts';
import { ApiProblems } from '../../http/api-problems.ts';
import { findable, found } from '../../http/found.ts';
import { Problem } from '../../http/problem.ts';
import { SessionReports } from '../../projections/read/session-reports.ts';
import { buildDiagnostics } from './build.ts';
import { KNOWN_SECRETS, type KnownSecrets } from './known-secrets.ts';
import { renderDiagnostics } from './render.ts';
import { serviceVersion } from './service-version.ts';

const forms = ['application/json', 'text/plain'];

@ApiTags('reports')
@RequireScope('reports:read')
@Controller('v1/sessions/:session_id/diagnostics')
export class DiagnosticsController {
  constructor(
    private readonly reports: SessionReports,
    @Inject(KNOWN_SECRETS) private readonly secrets: KnownSecrets,
  ) {}

  @Get()
  @ApiParam({ name: 'session_id', schema: { type: 'string' } })
  @ApiOperation({
    operationId: 'getDiagnostics',
    summary: 'What may leave the machine for somebody who helps: at most 256 KiB, by an allow-list.',
    description:
      'Statuses, checklists, reasons, findings, versions and times of the current attempt and the two before it. Says what was ' +
      'left out. Every text is checked once more for what has the shape of a secret; and what others wrote (clients, targets, ' +
      'agents, findings), where the executor of the current attempt is connected, by it for the secrets of the configurations ' +
      'that it knows. `self_check` tells whether it did, within two seconds. What `witness run` tells holds none of them, as it strikes them out before it tells ' +
      'anything; a host that writes attempts itself keeps them out of the texts that it sends.',
  })
  @ApiOkResponse({
    description: '',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Diagnostics' } },
      'text/plain': { schema: { type: 'string' } },
    },
  })
  @ApiProblems('not_found', 'not_acceptable')
  async read(
    @Param('session_id') id: string,
    @Headers('accept') accept: string | undefined,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = accept === undefined || accept.trim() === '' ? {} : { accept };
    const form = new Negotiator({ headers: asked }).mediaType(forms);
    if (form === undefined) throw new Problem('not_acceptable');
    const { history } = found(await this.reports.report(caller.tenant_id, findable(id)));
    const status = found(await this.reports.status(caller.tenant_id, findable(id)));
    const made_at = new Date().toISOString();
    const { attachment_attempt_id } = history.current;
    const diagnostics = await buildDiagnostics(history, status, {
      made_at,
      service: serviceVersion,
      known: (told) => this.secrets.check(caller.tenant_id, attachment_attempt_id, told),
    });
    const body = form === 'text/plain' ? renderDiagnostics(diagnostics) : JSON.stringify(diagnostics);
    void reply.header('cache-control', 'private, no-store').type(`${form}; charset=utf-8`).send(body);
  }
}
