import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { AttemptReportsController } from './attempts.controller.ts';
import { DiagnosticsController } from './diagnostics/diagnostics.controller.ts';
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
export class ReportsModule {}
