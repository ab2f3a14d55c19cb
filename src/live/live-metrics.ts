import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** Counts the clients of the live socket. */
@Injectable()
export class LiveMetrics {
  readonly #clients: Gauge;
  readonly #tooSlow: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#clients = new Gauge({
      name: 'witness_live_clients',
      help: 'Live sockets that are connected to this process.',
      registers,
    });
    this.#tooSlow = new Counter({
      name: 'witness_live_clients_too_slow_total',
      help: 'Live sockets that were closed with 4008, because they read more slowly than they were written to.',
      registers,
    });
  }

  connected(clients: number): void {
    this.#clients.set(clients);
  }

  tooSlow(): void {
    this.#tooSlow.inc();
  }
}
