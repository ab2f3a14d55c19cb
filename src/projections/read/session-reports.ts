import { Position } from '@mcp-witness/event-log';
import { type History, type Server, type SessionStatus, toHistory } from '@mcp-witness/evidence';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { historyOf, statesOf } from '../fold/session-view.ts';
import { type Progress, PROGRESS } from '../run/progress.ts';
import { digestsOf, readCatalogs, withTools } from './catalogs.ts';
import type { ListCursor } from './list-cursor.ts';
import { type ListSessions, listSessions, type SessionPage } from './list-sessions.ts';
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
  async report(tenantId: string, sessionId: string): Promise<ReadReport | null> {
    const reading = await readSession(this.dataSource, tenantId, sessionId);
    const history = reading && historyOf(reading.view);
    return history && { ...placeOf(reading), history };
  }

  /** The report with the tools of its current attempt. */
  async reportWithTools(tenantId: string, sessionId: string): Promise<ReadReport | null> {
    const reading = await readSession(this.dataSource, tenantId, sessionId);
    if (reading === null) return null;
    const history = toHistory(reading.view.session.state, statesOf(reading.view.attempts));
    if (history === null) return null;
    const { servers } = history.current;
    const catalogs = await readCatalogs(this.dataSource, tenantId, digestsOf(servers));
    const current = { ...history.current, servers: servers.map((server) => withTools(server, catalogs)) };
    return { ...placeOf(reading), history: { ...history, current } };
  }

  /** A server of the current attempt, without its tools. */
  async server(tenantId: string, sessionId: string, name: string): Promise<Server | null> {
    const report = await this.report(tenantId, sessionId);
    return report?.history.current.servers.find((server) => server.name === name) ?? null;
  }

  /** The same with its tools, where they are kept. */
  async serverWithTools(tenantId: string, sessionId: string, name: string): Promise<Server | null> {
    const server = await this.server(tenantId, sessionId, name);
    return server && withTools(server, await readCatalogs(this.dataSource, tenantId, digestsOf([server])));
  }

  status(tenantId: string, sessionId: string): Promise<SessionStatus | null> {
    return readStatus(this.dataSource, tenantId, sessionId);
  }

  list(list: ListSessions): Promise<SessionPage> {
    return listSessions(this.dataSource, list);
  }

  /** The same with each session's report, without tools. */
  async listWithReports(list: ListSessions): Promise<ReportPage> {
    const { sessions, next } = await this.list(list);
    const ids = sessions.map((session) => session.session_id);
    const readings =
      ids.length === 0
        ? new Map<string, SessionReading>()
        : await readSessions(this.dataSource, list.tenant_id, ids);
    const reported = ids.flatMap((id) => {
      const view = readings.get(id)?.view;
      const history = view && historyOf(view);
      return view?.session.status && history ? [{ status: view.session.status, history }] : [];
    });
    return { sessions: reported, next };
  }
}

const placeOf = ({ view, reached, generation }: SessionReading): Omit<ReadReport, 'history'> => ({
  first_position: view.session.first_position,
  reached,
  generation,
});
