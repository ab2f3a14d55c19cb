import { Injectable } from '@nestjs/common';

/** Whether one thing that the service needs is there; `reason` says in a few words what is missing. */
export type Check = () => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;

/** What must hold before the service takes work. Modules add their own checks when they start. */
@Injectable()
export class Readiness {
  private readonly named = new Map<string, Check>();
  private readonly stop = new AbortController();

  /** Aborts when the service begins to stop: no new work from then on, sockets are to be closed. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  get checks(): ReadonlyMap<string, Check> {
    return this.named;
  }

  register(name: string, check: Check): void {
    this.named.set(name, check);
  }

  beginStop(): void {
    this.stop.abort();
  }
}
