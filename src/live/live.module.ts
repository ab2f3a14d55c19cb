import { Module } from '@nestjs/common';
import { SESSION_KEYS, type SessionKeys } from '../log/sealing/session-keys.ts';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { type Changes, CHANGES } from '../projections/run/changes.ts';
import { type Progress, PROGRESS } from '../projections/run/progress.ts';
import { LiveClients } from './live-clients.ts';
import { LiveMetrics } from './live-metrics.ts';
import { LiveGateway } from './live.gateway.ts';
import { type News, NEWS } from './news.ts';

const news = {
  provide: NEWS,
  inject: [CHANGES, PROGRESS, SESSION_KEYS],
  useFactory: (changes: Changes, progress: Progress, keys: SessionKeys): News => ({
    changes,
    progress,
    keys,
  }),
};

/** Reports as they change. The application must use the `SocketAdapter` for its sockets. */
@Module({ imports: [ProjectionsModule], providers: [LiveGateway, LiveClients, LiveMetrics, news] })
export class LiveModule {}
