import { sendTo, type Socket, unauthenticated } from '../sockets/outbox.ts';
import type { OpenRequest } from './asking/requests.postgres.ts';
import { type Answer, executorAnswer, type ExecutorFrame, type Hold, type Progressed } from './frame.ts';

export interface ExecutorClientOptions {
  readonly socket: Socket;
  /** Writes the leases, and answers with attempts that were given up before. */
  readonly hold: (hold: Hold) => Promise<readonly string[]>;
  /** False: the credential of the connection is none any more. */
  readonly mayStay: () => Promise<boolean>;
  /** The executor has said who it is, and its leases are written; once. */
  readonly known: (executor_id: string) => void;
  readonly answered: (executor_id: string, answer: Answer) => Promise<void>;
  readonly progressed: (executor_id: string, progress: Progressed) => Promise<void>;
  readonly leaseMilliseconds: number;
  readonly failed: (error: unknown) => void;
}

/** Close code for a connection that speaks for two executors. */
const broken = 1008;
/** What may wait for an executor to read it; answers are small, and one that reads none of them is gone. */
const mostBuffered = 256 * 1024;

/** What is passed on of the progress of one request: every process hears of it, and a test has a handful of stages. */
const mostProgress = 64;

/**
 * One executor's connection. While its leases are written only the newest of its `hold` frames is kept: each says
 * everything. What it says of requests is passed on in the order in which it came.
 */
export class ExecutorClient {
  readonly #options: ExecutorClientOptions;
  #executorId: string | null = null;
  #next: Hold | null = null;
  #busy = false;
  #known = false;
  #passing: Promise<void> = Promise.resolve();
  /** How much progress may still come, of each request that went out here and was neither answered nor taken back. */
  readonly #progressLeft = new Map<string, number>();

  constructor(options: ExecutorClientOptions) {
    this.#options = options;
  }

  receive(frame: ExecutorFrame): void {
    if (frame.event === 'fault') {
      this.send(executorAnswer.error(frame.data.code));
      return;
    }
    if (frame.event === 'answer') {
      // What did not go out here is not asked for, or is asked for again.
      if (this.#progressLeft.delete(frame.data.id))
        this.#pass((executor_id) => this.#options.answered(executor_id, frame.data));
      return;
    }
    if (frame.event === 'progress') {
      if (this.#mayProgress(frame.data.id))
        this.#pass((executor_id) => this.#options.progressed(executor_id, frame.data));
      return;
    }
    this.#executorId ??= frame.data.executor_id;
    if (this.#executorId !== frame.data.executor_id) {
      this.send(executorAnswer.error('other_executor'));
      this.#options.socket.close(broken, 'A connection belongs to one executor.');
      return;
    }
    this.#next = frame.data;
    if (!this.#busy) void this.#drain();
  }

  /** False: the connection is not open, or its executor does not read. */
  send(text: string): boolean {
    return sendTo(this.#options.socket, text, mostBuffered) === 'sent';
  }

  /** False: it did not go out. */
  ask(request: OpenRequest): boolean {
    const isSent = this.send(executorAnswer.request(request));
    if (isSent) this.#progressLeft.set(request.id, mostProgress);
    return isSent;
  }

  cancel(id: string): void {
    this.#progressLeft.delete(id);
    this.send(executorAnswer.cancel(id));
  }

  #mayProgress(id: string): boolean {
    const left = this.#progressLeft.get(id) ?? 0;
    if (left > 0) this.#progressLeft.set(id, left - 1);
    return left > 0;
  }

  #pass(on: (executor_id: string) => Promise<void>): void {
    this.#passing = this.#passing.then(() => this.#passOne(on));
  }

  async #passOne(on: (executor_id: string) => Promise<void>): Promise<void> {
    try {
      if (this.#executorId === null || !(await this.#options.mayStay())) return;
      await on(this.#executorId);
    } catch (error) {
      this.#options.failed(error);
      this.send(executorAnswer.error('unavailable'));
    }
  }

  async #drain(): Promise<void> {
    this.#busy = true;
    for (let hold = this.#take(); hold !== null; hold = this.#take()) await this.#renew(hold);
    this.#busy = false;
  }

  #take(): Hold | null {
    const hold = this.#next;
    this.#next = null;
    return hold;
  }

  async #renew(hold: Hold): Promise<void> {
    const { mayStay, socket, leaseMilliseconds, failed } = this.#options;
    try {
      if (!(await mayStay())) {
        socket.close(unauthenticated, 'The credential is not taken any more.');
        return;
      }
      this.send(executorAnswer.held(leaseMilliseconds, await this.#options.hold(hold)));
      if (!this.#known) {
        this.#known = true;
        this.#options.known(hold.executor_id);
      }
    } catch (error) {
      failed(error);
      this.send(executorAnswer.error('unavailable'));
    }
  }
}
