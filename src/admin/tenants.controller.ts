import { Body, Controller, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccessLog } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller, defaultTenant } from '../auth/caller.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { AdminPageQuery } from './key.body.ts';
import { isOperator } from './operator.ts';
import { NewTenantBody, TenantBody, TenantChangeBody, TenantListBody } from './tenant.body.ts';
import { type Tenant, type TenantPage, type Tenants, TENANTS } from './tenants.postgres.ts';

const usualLimit = 50;

const onlyOperators = (caller: Caller): void => {
  if (!isOperator(caller)) throw new Problem('forbidden');
};

/** Administrators of the tenant `default` look after all tenants. */
@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/tenants')
export class TenantsController {
  constructor(
    @Inject(TENANTS) private readonly tenants: Tenants,
    private readonly accessLog: AccessLog,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createTenant',
    summary: 'Makes a tenant. Its first key is made at `/v1/admin/keys`.',
  })
  @ApiBody({ type: NewTenantBody })
  @ApiCreatedResponse({ type: TenantBody, description: 'It was made.' })
  @ApiProblems('malformed_json', 'conflict', 'too_large', 'unsupported_media_type', 'invalid')
  async create(@Body() { tenant_id, name }: NewTenantBody, @CurrentCaller() caller: Caller): Promise<Tenant> {
    onlyOperators(caller);
    await this.accessLog.record(caller, 'tenant.create', tenant_id);
    const tenant = await this.tenants.create(tenant_id, name);
    if (tenant === null) throw new Problem('conflict');
    return tenant;
  }

  @Get()
  @ApiOperation({ operationId: 'listTenants', summary: 'All tenants, by id.' })
  @ApiOkResponse({ type: TenantListBody, description: 'One page.' })
  @ApiProblems('invalid')
  list(@Query() { limit, cursor }: AdminPageQuery, @CurrentCaller() caller: Caller): Promise<TenantPage> {
    onlyOperators(caller);
    return this.tenants.list({
      after: cursor ?? '',
      limit: limit === undefined ? usualLimit : Number(limit),
    });
  }

  @Patch(':tenant_id')
  @ApiParam({ name: 'tenant_id', schema: { type: 'string' } })
  @ApiOperation({ operationId: 'changeTenant', summary: 'Renames a tenant, closes it, or opens it again.' })
  @ApiBody({ type: TenantChangeBody })
  @ApiOkResponse({ type: TenantBody, description: 'As it is now.' })
  @ApiProblems('malformed_json', 'conflict', 'not_found', 'too_large', 'unsupported_media_type', 'invalid')
  async change(
    @Param('tenant_id') id: string,
    @Body() change: TenantChangeBody,
    @CurrentCaller() caller: Caller,
  ): Promise<Tenant> {
    onlyOperators(caller);
    // Whoever closed it could not open it again.
    if (id === defaultTenant && change.closed === true) throw new Problem('conflict');
    if (id.includes('\0')) throw new Problem('not_found');
    await this.accessLog.record(caller, change.closed === true ? 'tenant.close' : 'tenant.change', id);
    const tenant = await this.tenants.change(id, change);
    if (tenant === null) throw new Problem('not_found');
    return tenant;
  }
}
