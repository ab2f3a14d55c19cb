import { Position } from '@mcp-witness/event-log';
import {
  type AttemptState,
  type History,
  type Server,
  type SessionStatus,
  toHistory,
} from '@mcp-witness/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asTenant } from '../../database/as-tenant.ts';
import { historyOf, statesOf } from '../fold/session-view.ts';
import { type Progress, PROGRESS } from '../run/progress.ts';
import { readAttemptStates } from './attempt-states.ts';
import { digestsOf, readCatalogs, withCatalogs, withTools } from './catalogs.ts';
import type { ListCursor } from './list-cursor.ts';
import { listSessions, type SessionPage } from './list-sessions.ts';
import type { ListSessions } from './part-query.ts';
import { readSession, readSessions, type SessionReading } from './read-session.ts';
import { readStatus } from './read-status.ts';

/** A session's report, and how far the read models were when it was read. */
export interface ReadReport {
  readonly history: History;
  readonly first_position: Position;
  /** Everything up to here is in the report. */
  readonly reached: Position;
  /** Another generation may show the same position otherwise. */
  readonly generation: number;
}

/** A page of sessions with their reports. */
export interface ReportPage {
  readonly sessions: readonly { readonly status: SessionStatus; readonly history: History }[];
  readonly next: ListCursor | null;
}

/** The longest that a reader waits for a position. */
const longestWait = 5_000;

/** Reads the session reports. Every answer is of one tenant; what another has is null or absent. */
@Injectable()
export class SessionReports {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PROGRESS) private readonly progress: Progress,
  ) {}

  /** True once `position` can be read; false after 5 seconds. */
  reached(position: Position): Promise<boolean> {
    return this.progress.reached(position, longestWait);
  }

  /** The report without tools. */
  report(tenantId: string, sessionId: string): Promise<ReadReport | null> {
    return this.#as(tenantId, (manager) => readReport(manager, tenantId, sessionId));
  }

  /** The report with the tools of its current attempt. */
  reportWithTools(tenantId: string, sessionId: string): Promise<ReadReport | null> {
    return this.#as(tenantId, async (manager) => {
      const reading = await readSession(manager, tenantId, sessionId);
      if (reading === null) return null;
      const history = toHistory(reading.view.session.state, statesOf(reading.view.attempts));
      if (history === null) return null;
      return { ...placeOf(reading), history: await withCatalogs(manager, tenantId, history) };
    });
  }

  /** A server of the current attempt, without its tools. */
  async server(tenantId: string, sessionId: string, name: string): Promise<Server | null> {
    return serverNamed(name, await this.report(tenantId, sessionId));
  }

  /** The same with its tools, where they are kept. */
  serverWithTools(tenantId: string, sessionId: string, name: string): Promise<Server | null> {
    return this.#as(tenantId, async (manager) => {
      const server = serverNamed(name, await readReport(manager, tenantId, sessionId));
      return server && withTools(server, await readCatalogs(manager, tenantId, digestsOf([server])));
    });
  }

  status(tenantId: string, sessionId: string): Promise<SessionStatus | null> {
    return this.#as(tenantId, (manager) => readStatus(manager, tenantId, sessionId));
  }

  /** Attempts as far as they are projected, without tools, by id. */
  attemptStates(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AttemptState>> {
    return this.#as(tenantId, (manager) => readAttemptStates(manager, tenantId, ids));
  }

  list(list: ListSessions): Promise<SessionPage> {
    return this.#as(list.tenant_id, (manager) => listSessions(manager, list));
  }

  /** The same with each session's report, without tools. */
  listWithReports(list: ListSessions): Promise<ReportPage> {
    return this.#as(list.tenant_id, async (manager) => {
      const { sessions, next } = await listSessions(manager, list);
      const ids = sessions.map((session) => session.session_id);
      const connected = new Set(sessions.flatMap((one) => (one.connected ? [one.session_id] : [])));
      const readings =
        ids.length === 0
          ? new Map<string, SessionReading>()
          : await readSessions(manager, list.tenant_id, ids);
      const reported = ids.flatMap((id) => {
        const view = readings.get(id)?.view;
        const history = view && historyOf(view);
        if (!view?.session.status || !history) return [];
        return [{ status: { ...view.session.status, connected: connected.has(id) }, history }];
      });
      return { sessions: reported, next };
    });
  }

  #as<Result>(tenantId: string, read: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return asTenant(this.dataSource, tenantId, read);
  }
}

const readReport = async (
  manager: EntityManager,
  tenantId: string,
  sessionId: string,
): Promise<ReadReport | null> => {
  const reading = await readSession(manager, tenantId, sessionId);
  const history = reading && historyOf(reading.view);
  return history && { ...placeOf(reading), history };
};

const serverNamed = (name: string, report: ReadReport | null): Server | null =>
  report?.history.current.servers.find((server) => server.name === name) ?? null;

const placeOf = ({ view, reached, generation }: SessionReading): Omit<ReadReport, 'history'> => ({
  first_position: view.session.first_position,
  reached,
  generation,
});
