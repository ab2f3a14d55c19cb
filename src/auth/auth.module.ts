import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { type Pool } from 'pg';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { POOL } from '../database/pool.ts';
import { AccessGuard } from './access.guard.ts';
import { Authenticator } from './authenticator.ts';
import { defaultTenant, scopes } from './caller.ts';
import { CREDENTIALS, type Credentials, hashOf } from './credentials.ts';
import { refuseStrangersEarly } from './early-refusal.ts';
import { postgresCredentials } from './credentials.postgres.ts';

/** Who may do what. Knows the key of the settings from the first start. */
@Global()
@Module({
  providers: [
    {
      provide: CREDENTIALS,
      inject: [POOL],
      useFactory: (pool: Pool): Credentials => postgresCredentials(pool),
    },
    Authenticator,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CREDENTIALS, Authenticator],
})
export class AuthModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    private readonly authenticator: Authenticator,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    refuseStrangersEarly(this.host.httpAdapter.getInstance<FastifyInstance>(), this.authenticator);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.adminKey === null) return;
    const key = { tenant_id: defaultTenant, key_id: 'settings', name: 'WITNESS_ADMIN_KEY', scopes };
    await this.credentials.putKey(key, hashOf(this.settings.adminKey));
  }
}
