import { EventLog1796000100000 } from './1796000100000-event-log.ts';
import { ReadModels1796000300000 } from './1796000300000-read-models.ts';
import { Access1796000400000 } from './1796000400000-access.ts';
import { Ledger1796000900000 } from './1796000900000-ledger.ts';
import { Subscriptions1796100100000 } from './1796100100000-subscriptions.ts';
import { TenantWall1796100200000 } from './1796100200000-tenant-wall.ts';
import { Keys1796100210000 } from './1796100210000-keys.ts';
import { Audit1796100300000 } from './1796100300000-audit.ts';
import { AgentActivity1796100400000 } from './1796100400000-agent-activity.ts';
import { Leases1796100410000 } from './1796100410000-leases.ts';
import { Views1796100500000 } from './1796100500000-views.ts';
import { ListPlaces1796100600000 } from './1796100600000-list-places.ts';
import { ViewsByLease1796100610000 } from './1796100610000-views-by-lease.ts';
import { ExecutorRequests1796100700000 } from './1796100700000-executor-requests.ts';
import { CatalogPuts1796100800000 } from './1796100800000-catalog-puts.ts';
import { LeasesLeft1796100810000 } from './1796100810000-leases-left.ts';

/** Every migration. TypeORM runs them by the time in their names; one that was released is never changed. */
export const migrations = [
  EventLog1796000100000,
  ReadModels1796000300000,
  Access1796000400000,
  Ledger1796000900000,
  Subscriptions1796100100000,
  TenantWall1796100200000,
  Keys1796100210000,
  Audit1796100300000,
  AgentActivity1796100400000,
  Leases1796100410000,
  Views1796100500000,
  ListPlaces1796100600000,
  ViewsByLease1796100610000,
  ExecutorRequests1796100700000,
  CatalogPuts1796100800000,
  LeasesLeft1796100810000,
] as const;
