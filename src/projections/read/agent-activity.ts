import type { Position } from '@mcp-witness/event-log';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asTenant } from '../../database/as-tenant.ts';
import { type CallPage, readCalls } from './calls.ts';
import { type ClientActivity, readClients } from './clients.ts';
import { listSessions, type SessionPage } from './list-sessions.ts';
import type { ListSessions } from './part-query.ts';
import { readStatus } from './read-status.ts';

/** A page of sessions beside the totals of all. */
export interface AgentsPage extends SessionPage {
  readonly clients: readonly ClientActivity[];
}

/** Reads what agents do. Every answer is of one tenant; what another has is null or absent. */
@Injectable()
export class AgentActivity {
  constructor(private readonly dataSource: DataSource) {}

  agents(list: ListSessions): Promise<AgentsPage> {
    return asTenant(this.dataSource, list.tenant_id, async (manager) => ({
      ...(await listSessions(manager, list)),
      clients: await readClients(manager, list.tenant_id),
    }));
  }

  /** Null: the tenant has no such session. */
  calls(
    tenantId: string,
    sessionId: string,
    page: { readonly before: Position | null; readonly limit: number },
  ): Promise<CallPage | null> {
    return asTenant(this.dataSource, tenantId, async (manager) => {
      const calls = await readCalls(manager, tenantId, sessionId, page);
      if (calls.calls.length > 0) return calls;
      return (await readStatus(manager, tenantId, sessionId)) === null ? null : calls;
    });
  }
}
