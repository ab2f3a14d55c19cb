import { Module } from '@nestjs/common';
import { LagMetrics } from './lag-metrics.ts';
import { ProjectionMetrics } from './projection-metrics.ts';
import { Projector } from './projector.ts';
import { AgentActivity } from './read/agent-activity.ts';
import { Generations } from './read/generations.ts';
import { SessionReports } from './read/session-reports.ts';
import { Rebuilder } from './rebuilder.ts';
import { type Changes, CHANGES, createChanges } from './run/changes.ts';
import { type Telling, TELLING } from './run/observe-run.ts';
import { createProgress, type Progress, PROGRESS } from './run/progress.ts';

/** Keeps the read models up to the log and reads them for reports and live sockets. */
@Module({
  providers: [
    ProjectionMetrics,
    LagMetrics,
    Projector,
    Rebuilder,
    Generations,
    SessionReports,
    AgentActivity,
    { provide: CHANGES, useFactory: createChanges },
    { provide: PROGRESS, useFactory: createProgress },
    {
      provide: TELLING,
      inject: [ProjectionMetrics, CHANGES, PROGRESS],
      useFactory: (metrics: ProjectionMetrics, changes: Changes, progress: Progress): Telling => ({
        metrics,
        changes,
        progress,
      }),
    },
  ],
  exports: [SessionReports, AgentActivity, Generations, Rebuilder, CHANGES, PROGRESS],
})
export class ProjectionsModule {}
