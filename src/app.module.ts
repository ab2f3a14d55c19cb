import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { AccessLogModule } from './access-log/access-log.module.ts';
import { AdminModule } from './admin/admin.module.ts';
import { ProjectionsReadiness } from './app.readiness.ts';
import { ProjectionsAdminModule } from './admin/projections/projections-admin.module.ts';
import { AgentsModule } from './agents/agents.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { type Signer } from './audit/blocks/signing-key.ts';
import { AuthModule } from './auth/auth.module.ts';
import { ConfigModule } from './config/config.module.ts';
import { type Settings } from './config/settings.ts';
import { ConsoleModule } from './console/console.module.ts';
import { type Database } from './database/database.ts';
import { DatabaseModule } from './database/database.module.ts';
import { ExecutorsModule } from './executors/executors.module.ts';
import { SecretCheck } from './executors/secret-check.ts';
import { FeedModule } from './feed/feed.module.ts';
import { HealthModule } from './health/health.module.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { BodyValidation } from './http/validation.ts';
import { IngestModule } from './ingest/ingest.module.ts';
import { type LeasePeriods } from './leases/leases.ts';
import { LeasesModule } from './leases/leases.module.ts';
import { LiveModule } from './live/live.module.ts';
import { LogModule } from './log/log.module.ts';
import { type Logs } from './log/open-sealed-log.ts';
import { MetricsModule } from './metrics/metrics.module.ts';
import { ProjectionsModule } from './projections/projections.module.ts';
import { ReportsModule } from './reports/reports.module.ts';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.ts';
import { type Telemetry } from './telemetry/telemetry.ts';
import { TelemetryModule } from './telemetry/telemetry.module.ts';
import { type SocketBounds } from './sockets/socket-bounds.ts';
import { SocketsModule } from './sockets/sockets.module.ts';
import { RetentionModule } from './retention/retention.module.ts';

/** What is opened before the application is made, and closed after it. */
export interface Foundation {
  readonly settings: Settings;
  readonly database: Pick<Database, 'dataSource' | 'pool'>;
  readonly logs: Logs;
  readonly signer: Signer;
  /** Null: no collector is named. */
  readonly telemetry: Telemetry | null;
  readonly leases: LeasePeriods;
  readonly sockets: SocketBounds;
}

/** The one place that puts the service together. */
@Module({})
export class AppModule {
  static of({ settings, database, logs, signer, telemetry, leases, sockets }: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(settings),
        DatabaseModule.of(database),
        LogModule.of(logs),
        TelemetryModule.of(telemetry),
        LeasesModule.of(leases),
        SocketsModule.of(sockets),
        AuthModule,
        AccessLogModule,
        RetentionModule,
        HealthModule,
        MetricsModule,
        IngestModule,
        ProjectionsModule,
        ReportsModule.of(ExecutorsModule, SecretCheck),
        FeedModule,
        SubscriptionsModule,
        LiveModule,
        ExecutorsModule,
        AgentsModule,
        AuditModule.of(signer),
        AdminModule,
        ProjectionsAdminModule,
        ConsoleModule,
      ],
      providers: [
        ProjectionsReadiness,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useClass: BodyValidation },
      ],
    };
  }
}
