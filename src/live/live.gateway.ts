import type { IncomingMessage } from 'node:http';
import { Inject, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { SessionReports } from '../projections/read/session-reports.ts';
import { type SessionChange } from '../projections/run/changes.ts';
import { SocketAdmission } from '../sockets/admission.ts';
import { type FaultFrame, parseFrame, type SubscribeFrame, type UnsubscribeFrame } from './frame.ts';
import { createHeartbeat, type Heartbeat } from '../sockets/heartbeat.ts';
import { LiveClient } from './live-client.ts';
import { type News, NEWS } from './news.ts';
import type { SocketTerms } from '../sockets/socket-terms.ts';
import { serverFrame } from './server-frame.ts';
import type { SubscriptionPorts } from './subscription.ts';

/** Reports as they change, over a WebSocket. The adapter has read every frame and admitted every connection. */
@WebSocketGateway<SocketTerms>({
  path: '/v1/live',
  scope: 'reports:read',
  subprotocol: 'witness.v1',
  parse: parseFrame,
})
export class LiveGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger(LiveGateway.name);
  readonly #clients = new Map<WebSocket, LiveClient>();
  readonly #frames = new WeakMap<SessionChange, Promise<string | null>>();
  readonly #heartbeat: Heartbeat;
  #stopListening: () => void = () => undefined;

  constructor(
    private readonly admission: SocketAdmission,
    private readonly reports: SessionReports,
    @Inject(NEWS) private readonly news: News,
  ) {
    this.#heartbeat = createHeartbeat(() => serverFrame.heartbeat(this.news.progress.position));
  }

  onModuleInit(): void {
    const stopChanges = this.news.changes.listen((change) => {
      for (const client of this.#clients.values()) client.changed(change);
    });
    const stopErasures = this.news.keys.listen((name) => {
      for (const client of this.#clients.values()) client.erased(name);
    });
    this.#stopListening = () => {
      stopChanges();
      stopErasures();
    };
    this.#heartbeat.start();
  }

  onModuleDestroy(): void {
    this.#stopListening();
    this.#heartbeat.stop();
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const { tenant_id } = this.admission.callerOf(request);
    const failed = (error: unknown): void => {
      this.#logger.error('A report could not be read for a live client.', error);
    };
    const client = new LiveClient({
      tenant_id,
      socket,
      failed,
      ports: (sessionId) => this.#ports(tenant_id, sessionId, failed),
    });
    this.#clients.set(socket, client);
    this.#heartbeat.add(socket, (text) => client.send(text));
  }

  handleDisconnect(socket: WebSocket): void {
    this.#heartbeat.remove(socket);
    this.#clients.get(socket)?.close();
    this.#clients.delete(socket);
  }

  @SubscribeMessage('subscribe')
  subscribe(@ConnectedSocket() socket: WebSocket, @MessageBody() data: SubscribeFrame['data']): void {
    this.#clients.get(socket)?.receive({ event: 'subscribe', data });
  }

  @SubscribeMessage('unsubscribe')
  unsubscribe(@ConnectedSocket() socket: WebSocket, @MessageBody() data: UnsubscribeFrame['data']): void {
    this.#clients.get(socket)?.receive({ event: 'unsubscribe', data });
  }

  @SubscribeMessage('fault')
  fault(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FaultFrame['data']): void {
    this.#clients.get(socket)?.receive({ event: 'fault', data });
  }

  #ports(
    tenantId: string,
    sessionId: string,
    failed: (error: unknown) => void,
  ): Omit<SubscriptionPorts, 'send'> {
    return {
      snapshot: () => this.reports.reportWithTools(tenantId, sessionId),
      reached: (position) => this.reports.reached(position),
      frameOf: (change) => this.#frameOf(change),
      failed,
    };
  }

  /** Made once, however many clients hear of it. */
  #frameOf(change: SessionChange): Promise<string | null> {
    const known = this.#frames.get(change);
    if (known !== undefined) return known;
    const frame = change.read().then((history) => history && serverFrame.status(history, change.durable));
    this.#frames.set(change, frame);
    return frame;
  }
}
