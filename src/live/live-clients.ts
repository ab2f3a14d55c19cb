import type { OpenEventLog, Position } from '@mcp-witness/event-log';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { WebSocket } from 'ws';
import { EVENT_LOG } from '../log/event-log.ts';
import type { SessionName } from '../log/sealing/session-keys.ts';
import { SessionReports } from '../projections/read/session-reports.ts';
import type { SessionChange } from '../projections/run/changes.ts';
import { SOCKET_BOUNDS, type SocketBounds } from '../sockets/socket-bounds.ts';
import { LiveClient } from './live-client.ts';
import { LiveMetrics } from './live-metrics.ts';
import { serverFrame } from './server-frame.ts';
import type { ReportFrame, SubscriptionPorts } from './subscription.ts';

/** Who is connected to the live socket of this process. */
@Injectable()
export class LiveClients {
  readonly #logger = new Logger(LiveClients.name);
  readonly #clients = new Map<WebSocket, LiveClient>();
  readonly #frames = new WeakMap<SessionChange, Promise<ReportFrame | null>>();

  constructor(
    private readonly reports: SessionReports,
    private readonly metrics: LiveMetrics,
    @Inject(EVENT_LOG) private readonly log: Pick<OpenEventLog, 'head'>,
    @Inject(SOCKET_BOUNDS) private readonly bounds: SocketBounds,
  ) {}

  add(socket: WebSocket, tenantId: string): LiveClient {
    const failed = (error: unknown): void => {
      this.#logger.error('A report could not be read for a live client.', error);
    };
    const client = new LiveClient({
      tenant_id: tenantId,
      socket,
      failed,
      mostBuffered: this.bounds.mostBuffered,
      tooSlow: () => {
        this.metrics.tooSlow();
      },
      ports: (sessionId) => this.#ports(tenantId, sessionId, failed),
    });
    this.#clients.set(socket, client);
    this.metrics.connected(this.#clients.size);
    return client;
  }

  of(socket: WebSocket): LiveClient | undefined {
    return this.#clients.get(socket);
  }

  remove(socket: WebSocket): void {
    this.#clients.get(socket)?.close();
    this.#clients.delete(socket);
    this.metrics.connected(this.#clients.size);
  }

  erased(name: SessionName): void {
    for (const client of this.#clients.values()) client.erased(name);
  }

  changed(change: SessionChange): void {
    for (const client of this.#clients.values()) client.changed(change);
  }

  #ports(
    tenantId: string,
    sessionId: string,
    failed: (error: unknown) => void,
  ): Omit<SubscriptionPorts, 'send'> {
    return {
      snapshot: () => this.reports.reportWithTools(tenantId, sessionId),
      reached: (position) => this.reports.reached(position),
      head: () => this.log.head(),
      frameOf: (change) => this.#frameOf(change),
      failed,
    };
  }

  /** Made once, however many clients hear of it. */
  #frameOf(change: SessionChange): Promise<ReportFrame | null> {
    const known = this.#frames.get(change);
    if (known !== undefined) return known;
    const frame = change.read().then(
      (history) =>
        history && {
          text: serverFrame.status(history, change.durable),
          position: history.position as Position,
        },
    );
    this.#frames.set(change, frame);
    return frame;
  }
}
