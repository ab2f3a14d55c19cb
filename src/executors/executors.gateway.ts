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
import { Gauge, Registry } from 'prom-client';
import type { WebSocket } from 'ws';
import type { Scope } from '../auth/caller.ts';
import { isDatabaseAway } from '../database/away.ts';
import { LEASE_PERIODS, type LeasePeriods, LEASES, type Leases } from '../leases/leases.ts';
import { SocketAdmission } from '../sockets/admission.ts';
import { createHeartbeat } from '../sockets/heartbeat.ts';
import type { SocketTerms } from '../sockets/socket-terms.ts';
import { ExecutorClient } from './executor-client.ts';
import { executorAnswer, type ExecutorFrame, parseExecutorFrame } from './frame.ts';

const scope: Scope = 'evidence:write';

type FrameData<Event extends ExecutorFrame['event']> = Extract<ExecutorFrame, { event: Event }>['data'];

/** Executors: who is there, and the leases of what they have. */
@WebSocketGateway<SocketTerms>({
  path: '/v1/executor',
  scope,
  subprotocol: 'witness.executor.v1',
  parse: parseExecutorFrame,
})
export class ExecutorsGateway
  implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy
{
  readonly #logger = new Logger(ExecutorsGateway.name);
  readonly #clients = new Map<WebSocket, ExecutorClient>();
  readonly #heartbeat = createHeartbeat(executorAnswer.heartbeat);
  readonly #connected: Gauge;

  constructor(
    private readonly admission: SocketAdmission,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(LEASE_PERIODS) private readonly periods: LeasePeriods,
    registry: Registry,
  ) {
    this.#connected = new Gauge({
      name: 'witness_executors_connected',
      help: 'Executors that hold a socket to this process.',
      registers: [registry],
    });
  }

  onModuleInit(): void {
    this.#heartbeat.start();
  }

  onModuleDestroy(): void {
    this.#heartbeat.stop();
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const { tenant_id } = this.admission.callerOf(request);
    const client = new ExecutorClient({
      socket,
      leaseMilliseconds: this.periods.held,
      hold: ({ executor_id, attempts }) => this.leases.hold(tenant_id, executor_id, attempts),
      mayStay: () => this.admission.remains(request, scope),
      failed: (error) => {
        if (!isDatabaseAway(error))
          this.#logger.error('The leases of an executor could not be written.', error);
      },
    });
    this.#clients.set(socket, client);
    this.#heartbeat.add(socket, (text) => {
      client.send(text);
    });
    this.#connected.set(this.#clients.size);
  }

  handleDisconnect(socket: WebSocket): void {
    this.#heartbeat.remove(socket);
    this.#clients.delete(socket);
    this.#connected.set(this.#clients.size);
  }

  @SubscribeMessage('hold')
  hold(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'hold'>): void {
    this.#clients.get(socket)?.receive({ event: 'hold', data });
  }

  @SubscribeMessage('fault')
  fault(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'fault'>): void {
    this.#clients.get(socket)?.receive({ event: 'fault', data });
  }
}
