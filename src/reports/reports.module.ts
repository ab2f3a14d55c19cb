import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { AttemptReportsController } from './attempts.controller.ts';
import { DiagnosticsController } from './diagnostics/diagnostics.controller.ts';
import { KNOWN_SECRETS, type KnownSecrets } from './diagnostics/known-secrets.ts';
import { RecordedAttempts } from './recorded-attempts.ts';
import { ReportController } from './report.controller.ts';
import { SessionsController } from './sessions.controller.ts';
import { TasksController } from './tasks.controller.ts';

/** Sessions, reports and attempts over HTTP. */
@Module({
  imports: [ProjectionsModule],
  controllers: [
    DiagnosticsController,
    SessionsController,
    ReportController,
    TasksController,
    AttemptReportsController,
  ],
  providers: [RecordedAttempts],
})
export class ReportsModule {
  /** `known` comes from a module of its own. */
  static of(module: Type, known: Type<KnownSecrets>): DynamicModule {
    return {
      module: ReportsModule,
      imports: [module],
      providers: [{ provide: KNOWN_SECRETS, useExisting: known }],
    };
  }
}
