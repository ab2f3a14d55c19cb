import { Position } from '@mcp-witness/event-log';
import type { History } from '@mcp-witness/evidence';
import type { SessionChange } from '../projections/run/changes.ts';
import { serverFrame } from './server-frame.ts';

/** A report with its tools, and how far the read models were when it was read. */
export interface Snapshot {
  readonly history: History;
  /** Place of the session's first event. */
  readonly first_position: Position;
  readonly reached: Position;
}

/** A report as text for the wire, and the place that it shows. */
export interface ReportFrame {
  readonly text: string;
  readonly position: Position;
}

export interface SubscriptionPorts {
  /** Null: the caller has no such session. */
  snapshot(): Promise<Snapshot | null>;
  /** Settles when the read models have reached `position`, or will not in reasonable time. */
  reached(position: Position): Promise<boolean>;
  /** How far the log is. */
  head(): Promise<Position>;
  /** The report of a change or a later one, made once for all who hear of it; null when the session is not there any more. */
  frameOf(change: SessionChange): Promise<ReportFrame | null>;
  /** False: the connection is not open any more. */
  send(text: string): boolean;
  /** Reading a change's report failed. */
  failed(error: unknown): void;
}

interface Sent {
  readonly position: Position;
  readonly durable: boolean;
}

/** One session of one client: a snapshot first, then every change that it does not show yet, in order. */
export class Subscription {
  readonly sessionId: string;
  readonly #ports: SubscriptionPorts;
  #sent: Sent | null = null;
  #waiting: SessionChange | null = null;
  #busy = false;
  #ended = false;

  constructor(sessionId: string, ports: SubscriptionPorts) {
    this.sessionId = sessionId;
    this.#ports = ports;
  }

  end(): void {
    this.#ended = true;
  }

  /** Brings the client up to now. False: there is no such session. Rejects when it could not be read. */
  async start(after: Position | null): Promise<boolean> {
    this.#busy = true;
    const snapshot = await this.#read(after);
    if (snapshot === null) return false;
    const lags = after !== null && Position.compare(after, snapshot.reached) > 0;
    const isAhead = lags && Position.compare(after, await this.#ports.head()) > 0;
    if (this.#ended) return true;
    if (lags && !isAhead) this.#goOnAt(after);
    else this.#catchUp(snapshot, after, isAhead);
    this.#busy = false;
    void this.#drain();
    return true;
  }

  /** A change of the session. While one is being sent only the newest of those that come is kept. */
  changed(change: SessionChange): void {
    this.#waiting = change;
    if (!this.#busy) void this.#drain();
  }

  async #read(after: Position | null): Promise<Snapshot | null> {
    const snapshot = await this.#ports.snapshot();
    if (after === null || snapshot === null || Position.compare(after, snapshot.reached) <= 0)
      return snapshot;
    await this.#ports.reached(after);
    return this.#ports.snapshot();
  }

  /** The client has what the read models of this process have yet to come to: it is told what follows. */
  #goOnAt(after: Position): void {
    this.#sent = { position: after, durable: true };
    this.#ports.send(serverFrame.caughtUp(this.sessionId, after));
  }

  #catchUp({ history, first_position, reached }: Snapshot, after: Position | null, isAhead: boolean): void {
    const position = history.position as Position;
    this.#sent = { position, durable: true };
    const isCurrent = after !== null && !isAhead && Position.compare(after, position) >= 0;
    const isTooOld = after !== null && Position.compare(after, first_position) < 0;
    if (isAhead) this.#ports.send(serverFrame.resync(this.sessionId, 'ahead'));
    else if (isTooOld) this.#ports.send(serverFrame.resync(this.sessionId, 'too_old'));
    if (!isCurrent) this.#ports.send(serverFrame.status(history, true));
    this.#ports.send(serverFrame.caughtUp(this.sessionId, reached));
  }

  #isNews({ position, durable }: Sent): boolean {
    if (this.#sent === null) return true;
    const order = Position.compare(position, this.#sent.position);
    return order > 0 || (order === 0 && durable && !this.#sent.durable);
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    for (let change = this.#take(); change !== null; change = this.#take()) {
      if (this.#isNews(change) && !(await this.#tell(change))) break;
    }
    this.#busy = false;
  }

  /** False: nothing more is to be sent. */
  async #tell(change: SessionChange): Promise<boolean> {
    let frame: ReportFrame | null;
    try {
      frame = await this.#ports.frameOf(change);
    } catch (error) {
      this.#ports.failed(error);
      this.#giveUp();
      return false;
    }
    if (frame === null || this.#ended) return !this.#ended;
    // What was read may be of a later change, which is then told already when its turn comes.
    const shown = { position: frame.position, durable: change.durable };
    if (!this.#isNews(shown)) return true;
    if (!this.#ports.send(frame.text)) return false;
    this.#sent = shown;
    return true;
  }

  /** A change that could not be read must not be missed in silence: the client is to subscribe again. */
  #giveUp(): void {
    if (this.#ended) return;
    this.end();
    this.#ports.send(serverFrame.error('unavailable', this.sessionId));
  }

  #take(): SessionChange | null {
    const change = this.#waiting;
    this.#waiting = null;
    return this.#ended ? null : change;
  }
}
