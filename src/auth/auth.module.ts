import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';
import { type Pool } from 'pg';
import { SETTINGS, type Settings } from '../config/settings.ts';
import { POOL } from '../database/pool.ts';
import { AccessGuard } from './access.guard.ts';
import { Authenticator } from './authenticator.ts';
import { defaultTenant, scopes } from './caller.ts';
import { ConsoleLoginController } from './console/console-login.controller.ts';
import {
  CONSOLE_SESSIONS,
  type ConsoleSessions,
  postgresConsoleSessions,
} from './console/console-sessions.ts';
import { CREDENTIALS, type Credentials, hashOf } from './credentials.ts';
import { refuseStrangersEarly } from './early-refusal.ts';
import { postgresCredentials } from './credentials.postgres.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { KeyUse } from './keys/key-use.ts';
import { createIssuer, ISSUER, type Issuer } from './oidc/issuer.ts';
import { createTokenVerifier, noTokens, TOKEN_VERIFIER, type TokenVerifier } from './oidc/token-verifier.ts';

/** Who may do what. Knows the key of the settings from the first start. */
@Global()
@Module({
  controllers: [ConsoleLoginController],
  providers: [
    {
      provide: CREDENTIALS,
      inject: [POOL, KeyUse],
      useFactory: (pool: Pool, keyUse: KeyUse): Credentials =>
        postgresCredentials(pool, (key) => {
          keyUse.used(key);
        }),
    },
    {
      provide: CONSOLE_SESSIONS,
      inject: [POOL],
      useFactory: (pool: Pool): ConsoleSessions => postgresConsoleSessions(pool),
    },
    {
      provide: ISSUER,
      inject: [SETTINGS],
      useFactory: ({ oidc }: Settings): Issuer | null => oidc && createIssuer(oidc),
    },
    {
      provide: TOKEN_VERIFIER,
      inject: [SETTINGS, ISSUER],
      useFactory: ({ oidc }: Settings, issuer: Issuer | null): TokenVerifier =>
        oidc === null || issuer === null ? noTokens : createTokenVerifier(oidc, issuer),
    },
    KeyUse,
    Authenticator,
    Doorkeeper,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CREDENTIALS, Authenticator, Doorkeeper],
})
export class AuthModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CREDENTIALS) private readonly credentials: Credentials,
    private readonly doorkeeper: Doorkeeper,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    refuseStrangersEarly(this.host.httpAdapter.getInstance<FastifyInstance>(), this.doorkeeper);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.adminKey === null) return;
    const key = { tenant_id: defaultTenant, key_id: 'settings', name: 'WITNESS_ADMIN_KEY', scopes };
    await this.credentials.putKey(key, hashOf(this.settings.adminKey));
  }
}
