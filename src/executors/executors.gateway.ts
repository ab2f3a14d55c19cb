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
import { LEASES, type Leases } from '../leases/leases.ts';
import { SocketAdmission } from '../sockets/admission.ts';
import { createHeartbeat } from '../sockets/heartbeat.ts';
import type { SocketTerms } from '../sockets/socket-terms.ts';
import { ExecutorClient } from './executor-client.ts';
import { ExecutorRequests } from './asking/executor-requests.ts';
import type { Line } from './asking/lines.ts';
import type { ExecutorName } from './asking/requests.postgres.ts';
import { executorAnswer, type ExecutorFrame, largestExecutorFrame, parseExecutorFrame } from './frame.ts';

const scope: Scope = 'evidence:write';

type FrameData<Event extends ExecutorFrame['event']> = Extract<ExecutorFrame, { event: Event }>['data'];

/** Executors: who is there, and the leases of what they have. */
@WebSocketGateway<SocketTerms>({
  path: '/v1/executor',
  scope,
  subprotocol: 'witness.executor.v1',
  parse: parseExecutorFrame,
  largestFrame: largestExecutorFrame,
})
export class ExecutorsGateway
  implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy
{
  readonly #logger = new Logger(ExecutorsGateway.name);
  readonly #clients = new Map<WebSocket, ExecutorClient>();
  readonly #lines = new Map<WebSocket, Line>();
  readonly #heartbeat = createHeartbeat(executorAnswer.heartbeat);
  readonly #connected: Gauge;

  constructor(
    private readonly admission: SocketAdmission,
    @Inject(LEASES) private readonly leases: Leases,
    private readonly requests: ExecutorRequests,
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
      leaseMilliseconds: this.leases.heldMilliseconds,
      hold: ({ executor_id, attempts }) => this.leases.hold(tenant_id, executor_id, attempts),
      known: (executor_id) => {
        this.#open(socket, client, { tenant_id, executor_id });
      },
      answered: (executor_id, { id, text }) => this.requests.answered({ tenant_id, executor_id }, id, text),
      progressed: (executor_id, { id, text }) =>
        this.requests.progressed({ tenant_id, executor_id }, id, text),
      mayStay: () => this.admission.remains(request, scope),
      failed: (error) => {
        if (!isDatabaseAway(error)) this.#logger.error('What an executor said could not be written.', error);
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
    const line = this.#lines.get(socket);
    this.#lines.delete(socket);
    if (line !== undefined) this.requests.left(line);
    this.#connected.set(this.#clients.size);
  }

  @SubscribeMessage('hold')
  hold(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'hold'>): void {
    this.#clients.get(socket)?.receive({ event: 'hold', data });
  }

  @SubscribeMessage('answer')
  answer(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'answer'>): void {
    this.#clients.get(socket)?.receive({ event: 'answer', data });
  }

  @SubscribeMessage('progress')
  progress(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'progress'>): void {
    this.#clients.get(socket)?.receive({ event: 'progress', data });
  }

  @SubscribeMessage('fault')
  fault(@ConnectedSocket() socket: WebSocket, @MessageBody() data: FrameData<'fault'>): void {
    this.#clients.get(socket)?.receive({ event: 'fault', data });
  }

  #open(socket: WebSocket, client: ExecutorClient, executor: ExecutorName): void {
    if (!this.#clients.has(socket)) return;
    const line: Line = {
      executor,
      send: (request) => client.ask(request),
      cancel: (id) => {
        client.cancel(id);
      },
    };
    this.#lines.set(socket, line);
    this.requests.arrived(line);
  }
}
