import type { AskedFor, ServiceFrame } from './frames.ts';

/** What becomes of a request: what was asked for, or a code that says why not. */
export type Given = { readonly data: object } | { readonly code: string };

/** Who waits for the answer. */
export interface Asking {
  /** Aborted: nobody does any more. */
  readonly signal: AbortSignal;
  /** Tells how far it is: a small object. */
  readonly tell: (progress: object) => void;
}

export type Handler = (data: AskedFor['data'], asking: Asking) => Promise<Given>;

/** Answers what the service asks, whichever connections come and go meanwhile. */
export interface Answering {
  /** From now on requests of this kind are done so. */
  readonly handle: (kind: string, handler: Handler) => void;
  /** One that was met before is not done again: its answer comes again when there is one. */
  take(request: AskedFor): void;
  cancel(id: string): void;
  /** Either of them, as a frame of the service; passes over any other. */
  hear(frame: ServiceFrame | null): void;
  /** Gives up what is under way; resolves when that has ended. */
  close(): Promise<void>;
}

/** So many at a time: each may run a process. */
const mostAtOnce = 4;
const mostRemembered = 64;
/** One frame has to hold an answer. */
const mostBytes = 60 * 1024;

const textOf = (id: string, given: Given): string => {
  const text = JSON.stringify({ event: 'answer', data: { id, ...given } });
  const fits = Buffer.byteLength(text) <= mostBytes;
  return fits ? text : JSON.stringify({ event: 'answer', data: { id, code: 'too_large' } });
};

interface Stop {
  readonly over: AbortController;
  /** Nobody wants the answer. */
  cancelled: boolean;
  /** The last frame of how far it is, for a connection that comes later. */
  told: string | null;
}

function giveUp(stop: Stop): void {
  stop.cancelled = true;
  stop.over.abort();
}

/** `send` sends when there is a connection. */
export function createAnswering(send: (text: string) => void): Answering {
  const handlers = new Map<string, Handler>();
  const running = new Map<string, { readonly stop: Stop; readonly done: Promise<void> }>();
  const answered = new Map<string, string>();

  function answer(id: string, given: Given): void {
    const text = textOf(id, given);
    answered.set(id, text);
    const [oldest] = answered.keys();
    if (answered.size > mostRemembered && oldest !== undefined) answered.delete(oldest);
    send(text);
  }

  async function run({ id, data, deadline_ms }: AskedFor, handler: Handler, stop: Stop): Promise<void> {
    const limit = setTimeout(() => {
      stop.over.abort();
    }, deadline_ms);
    const tell = (progress: object): void => {
      if (stop.over.signal.aborted) return;
      stop.told = JSON.stringify({ event: 'progress', data: { id, data: progress } });
      send(stop.told);
    };
    const asking = { signal: stop.over.signal, tell };
    const given = await handler(data, asking).catch((): Given => ({ code: 'failed' }));
    clearTimeout(limit);
    running.delete(id);
    if (!stop.cancelled) answer(id, given);
  }

  const answering: Answering = {
    handle: (kind, handler) => void handlers.set(kind, handler),
    take(request) {
      const { id, kind } = request;
      const known = answered.get(id);
      const underWay = running.get(id)?.stop;
      const told = known ?? underWay?.told ?? null;
      if (told !== null) send(told);
      if (known !== undefined || underWay !== undefined) return;
      const handler = handlers.get(kind);
      if (handler === undefined) answer(id, { code: 'unknown_kind' });
      else if (running.size >= mostAtOnce) answer(id, { code: 'busy' });
      else {
        const stop: Stop = { over: new AbortController(), cancelled: false, told: null };
        running.set(id, { stop, done: run(request, handler, stop) });
      }
    },
    cancel(id) {
      const stop = running.get(id)?.stop;
      if (stop !== undefined) giveUp(stop);
    },
    hear(frame) {
      if (frame?.event === 'request') answering.take(frame.request);
      else if (frame?.event === 'cancel') answering.cancel(frame.id);
    },
    async close() {
      const all = [...running.values()];
      for (const { stop } of all) giveUp(stop);
      await Promise.all(all.map(({ done }) => done));
    },
  };
  return answering;
}
