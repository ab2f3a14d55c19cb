import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AccessLog } from '../access-log/access-log.ts';
import { type Caller, CurrentCaller } from '../auth/caller.ts';
import { CREDENTIALS, type Credentials, hashOf, mintApiKey } from '../auth/credentials.ts';
import { RequireScope } from '../auth/requirement.ts';
import { ApiProblems } from '../http/api-problems.ts';
import { Problem } from '../http/problem.ts';
import { type ApiKey, type KeyPage } from './api-key.ts';
import {
  AdminPageQuery,
  KeyBody,
  KeyListBody,
  MadeKeyBody,
  NewKeyBody,
  OfTenantQuery,
  RotateKeyBody,
} from './key.body.ts';
import { type Keys, KEYS, newKeyId } from './keys.postgres.ts';
import { tenantOf } from './operator.ts';

type MadeKey = ApiKey & { readonly key: string };

const ofKey = ApiParam({ name: 'key_id', schema: { type: 'string' } });
const usualLimit = 50;
const usualOverlapSeconds = 86_400;

const found = (key: ApiKey | null): ApiKey => {
  if (key === null) throw new Problem('not_found');
  return key;
};

/** An id that may be looked for and written down. A key itself is none: it stays out of every record. */
const findable = (id: string): string => {
  if (id.includes('\0') || id.startsWith('wk_')) throw new Problem('not_found');
  return id;
};

const futureOf = (expiresAt: string | null | undefined): string | null => {
  if (expiresAt === undefined || expiresAt === null) return null;
  const time = Date.parse(expiresAt);
  const code = Number.isNaN(time) ? 'malformed' : time <= Date.now() ? 'too_early' : null;
  if (code !== null) throw new Problem('invalid', { errors: [{ pointer: '/expires_at', code }] });
  return new Date(time).toISOString();
};

@ApiTags('admin')
@RequireScope('admin')
@Controller('v1/admin/keys')
export class KeysController {
  constructor(
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    private readonly accessLog: AccessLog,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createKey',
    summary: 'Makes an API key. The answer is the only place that shows it.',
  })
  @ApiBody({ type: NewKeyBody })
  @ApiCreatedResponse({ type: MadeKeyBody, description: 'It is taken from now on.' })
  @ApiProblems('malformed_json', 'not_found', 'too_large', 'unsupported_media_type', 'invalid')
  async create(@Body() body: NewKeyBody, @CurrentCaller() caller: Caller): Promise<MadeKey> {
    const tenantId = tenantOf(caller, body.tenant_id);
    const { name, scopes, rate_limit = null } = body;
    const wanted = { name, scopes, rate_limit, expires_at: futureOf(body.expires_at) };
    if (!(await this.credentials.hasTenant(tenantId))) throw new Problem('not_found');
    const key = mintApiKey();
    const keyId = newKeyId();
    await this.accessLog.record(caller, 'key.create', keyId, tenantId);
    return { ...(await this.keys.create(tenantId, keyId, wanted, hashOf(key))), key };
  }

  @Get()
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'The keys of a tenant, oldest first, those revoked as well.',
  })
  @ApiOkResponse({ type: KeyListBody, description: 'One page.' })
  @ApiProblems('not_found', 'invalid')
  list(
    @Query() { tenant_id, limit, cursor }: AdminPageQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<KeyPage> {
    const page = { after: cursor ?? '', limit: limit === undefined ? usualLimit : Number(limit) };
    return this.keys.list(tenantOf(caller, tenant_id), page);
  }

  @Post(':key_id/rotate')
  @HttpCode(200)
  @ofKey
  @ApiOperation({
    operationId: 'rotateKey',
    summary: 'Gives a key a new secret; the former is taken for a while longer.',
  })
  @ApiBody({ type: RotateKeyBody })
  @ApiOkResponse({ type: MadeKeyBody, description: 'The new one is taken from now on.' })
  @ApiProblems('malformed_json', 'not_found', 'too_large', 'unsupported_media_type', 'invalid')
  async rotate(
    @Param('key_id') id: string,
    @Query() { tenant_id }: OfTenantQuery,
    @Body() body: RotateKeyBody,
    @CurrentCaller() caller: Caller,
  ): Promise<MadeKey> {
    const overlap = body.overlap_seconds ?? usualOverlapSeconds;
    const key = mintApiKey();
    const tenantId = tenantOf(caller, tenant_id);
    await this.accessLog.record(caller, 'key.rotate', findable(id), tenantId);
    return { ...found(await this.keys.rotate(tenantId, id, hashOf(key), overlap)), key };
  }

  @Delete(':key_id')
  @ofKey
  @ApiOperation({
    operationId: 'revokeKey',
    summary: 'Ends a key at once, in every process. It stays in the list.',
  })
  @ApiOkResponse({ type: KeyBody, description: 'It is revoked, now or since before.' })
  @ApiProblems('not_found', 'invalid')
  async revoke(
    @Param('key_id') id: string,
    @Query() { tenant_id }: OfTenantQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ApiKey> {
    const tenantId = tenantOf(caller, tenant_id);
    await this.accessLog.record(caller, 'key.revoke', findable(id), tenantId);
    return found(await this.keys.revoke(tenantId, id));
  }
}
