import type { IncomingMessage } from 'node:http';
import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import { SocketAdmission } from '../sockets/admission.ts';
import { type FaultFrame, parseFrame, type SubscribeFrame, type UnsubscribeFrame } from './frame.ts';
import { createHeartbeat, type Heartbeat } from '../sockets/heartbeat.ts';
import { LiveClients } from './live-clients.ts';
import { type News, NEWS } from './news.ts';
import type { SocketTerms } from '../sockets/socket-terms.ts';
import { serverFrame } from './server-frame.ts';

/** Reports as they change, over a WebSocket. The adapter has read every frame and admitted every connection. */
@WebSocketGateway<SocketTerms>({
  path: '/v1/live',
  scope: 'reports:read',
  subprotocol: 'witness.v1',
  parse: parseFrame,
})
export class LiveGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  readonly #heartbeat: Heartbeat;
  #stopListening: () => void = () => undefined;

  constructor(
    private readonly admission: SocketAdmission,
    private readonly clients: LiveClients,
    @Inject(NEWS) private readonly news: News,
  ) {
    this.#heartbeat = createHeartbeat(() => serverFrame.heartbeat(this.news.progress.position));
  }

  onModuleInit(): void {
    const stopChanges = this.news.changes.listen((change) => {
      this.clients.changed(change);
    });
    const stopErasures = this.news.keys.listen((name) => {
      this.clients.erased(name);
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
    const client = this.clients.add(socket, this.admission.callerOf(request).tenant_id);
    this.#heartbeat.add(socket, (text) => client.send(text));
  }

  handleDisconnect(socket: WebSocket): void {
    this.#heartbeat.remove(socket);
    this.clients.remove(socket);
  }

  @SubscribeMessage('subscribe')
  subscribe(@ConnectedSocket() socket: WebSocket, @MessageBody() data: SubscribeFrame['data']): void {
    this.clients.of(socket)?.receive({ event: 'subscribe', data });
  }

  @SubscribeMessage('unsubscribe')
  unsubscribe(@ConnectedSocket() socket: WebSocket, @MessageBody() data: UnsubscribeFrame['data']): void {
    this.clients.of(socket)?.receive({ event: 'unsubscribe', data });
  }

  @SubscribeMessage('fault')
  fault(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FaultFrame['data']): void {
    this.clients.of(socket)?.receive({ event: 'fault', data });
  }
}
