import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Pool } from 'pg';
import { isDatabaseAway } from '../../database/away.ts';
import { POOL } from '../../database/pool.ts';
import { Problem } from '../../http/problem.ts';
import { LEASES, type Leases } from '../../leases/leases.ts';
import { type Asked, readAsked } from './asked.ts';
import { createLines, type Line } from './lines.ts';
import { listenTo } from './listener.ts';
import {
  answersChannel,
  type ExecutorName,
  postgresRequests,
  progressChannel,
  requestsChannel,
  type RequestRows,
} from './requests.postgres.ts';
import { createSeal, sealFor, type Seal } from './seal.ts';

interface Asking {
  readonly tenant_id: string;
  readonly attachment_attempt_id: string;
  readonly kind: string;
  readonly data: object;
  /** Until then the executor has to answer. */
  readonly deadlineMs: number;
  /** Aborted: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Told how far the executor says that it is, as JSON; not all of it may come. */
  readonly onProgress?: (text: string) => void;
}

/** A notification may be missed: so often the row itself is looked at. */
const lookMs = 1_000;
/** What an answer may take on its way. */
const graceMs = 1_500;

/**
 * Asks executors, whichever process of the service holds their sockets. A request is a row; the process that has the socket
 * hears of it by notification, and passes it on again over a socket that comes later, until there is an answer.
 */
@Injectable()
export class ExecutorRequests implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger(ExecutorRequests.name);
  readonly #rows: RequestRows;
  readonly #lines = createLines();
  readonly #waiting = new Map<string, () => void>();
  readonly #watching = new Map<string, (text: string) => void>();
  #stopping = false;
  #stop: () => void = () => undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(LEASES) private readonly leases: Leases,
  ) {
    this.#rows = postgresRequests(pool);
  }

  onModuleInit(): void {
    const listener = listenTo(this.pool, [requestsChannel, answersChannel, progressChannel], {
      heard: (channel, payload) => {
        if (channel === answersChannel) this.#waiting.get(payload)?.();
        else if (channel === progressChannel) this.#progressNamed(payload);
        else this.#tellNamed(payload);
      },
      listening: () => {
        for (const executor of this.#lines.executors) this.#tell(executor);
      },
    });
    this.#stop = () => {
      listener.close();
    };
  }

  /** Ends what waits here; requests of other processes go on. */
  onModuleDestroy(): void {
    this.#stopping = true;
    for (const wake of this.#waiting.values()) wake();
    this.#stop();
  }

  /** The line is there, and its executor holds leases. */
  arrived(line: Line): void {
    this.#lines.add(line);
    this.#tell(line.executor);
  }

  left(line: Line): void {
    this.#lines.remove(line);
  }

  /** `text` is what the executor answered: `{data}` or `{code}`. One that nobody asked for changes nothing. */
  async answered(executor: ExecutorName, id: string, text: string): Promise<void> {
    const open = (await this.#rows.open(executor)).find((request) => request.id === id);
    if (open !== undefined) await this.#rows.answer(executor, id, sealFor(open.seal_key, text));
  }

  /** `text` is JSON of an object, at most 512 bytes. */
  progressed(executor: ExecutorName, id: string, text: string): Promise<void> {
    return this.#rows.progress(executor, id, text);
  }

  /** Throws `unavailable` when the service stops meanwhile. */
  async ask(asking: Asking): Promise<Asked> {
    const { tenant_id, attachment_attempt_id, kind, data, deadlineMs, onProgress } = asking;
    const executor_id = await this.leases.holder(tenant_id, attachment_attempt_id);
    if (executor_id === null) return { outcome: 'not_held' };
    await this.#guarded(this.#rows.sweep());
    const id = randomUUID();
    const seal = createSeal();
    const request = { id, tenant_id, executor_id, kind, data: JSON.stringify(data) };
    try {
      if (onProgress !== undefined) this.#watching.set(id, onProgress);
      await this.#rows.add({ ...request, seal_key: seal.publicKey, deadline_ms: deadlineMs });
      return await this.#answerTo(id, seal, asking);
    } finally {
      this.#watching.delete(id);
      await this.#guarded(this.#rows.remove(id));
    }
  }

  async #answerTo(id: string, seal: Seal, { deadlineMs, signal }: Asking): Promise<Asked> {
    const deadline = performance.now() + deadlineMs + graceMs;
    while (!signal.aborted) {
      if (this.#stopping) throw new Problem('unavailable', { retryAfterSeconds: 1 });
      const woken = this.#woken(id, Math.min(lookMs, deadline - performance.now()), signal);
      const sealed = await this.#rows.answerTo(id);
      if (sealed !== null) return readAsked(seal.open(sealed));
      if (performance.now() >= deadline) return { outcome: 'unreachable' };
      await woken;
    }
    return { outcome: 'unreachable' };
  }

  #woken(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, Math.max(milliseconds, 0));
      signal.addEventListener('abort', done, { once: true });
      this.#waiting.set(id, done);
    });
  }

  #progressNamed(payload: string): void {
    const [id = '', text = ''] = JSON.parse(payload) as string[];
    this.#watching.get(id)?.(text);
  }

  #tellNamed(payload: string): void {
    const [tenant_id = '', executor_id = ''] = JSON.parse(payload) as string[];
    this.#tell({ tenant_id, executor_id });
  }

  #tell(executor: ExecutorName): void {
    if (!this.#lines.has(executor)) return;
    void this.#guarded(
      this.#rows.open(executor).then((open) => {
        this.#lines.tell(executor, open);
      }),
    );
  }

  async #guarded(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!isDatabaseAway(error)) this.#logger.error('A request to an executor was not passed on.', error);
    }
  }
}
