import { once } from 'node:events';
import WebSocket from 'ws';

export interface Held {
  readonly lease_ms: number;
  readonly lost: readonly string[];
}

/** An executor's connection that says what it is told to say, one answer at a time. */
export interface ExecutorSocket {
  readonly socket: WebSocket;
  /** Says it and waits for the answer: `held` or `error`. */
  ask(frame: unknown): Promise<{ readonly event: string; readonly data: unknown }>;
  /** Holds these attempts. */
  hold(executor_id: string, attempts: readonly string[]): Promise<Held>;
  closed(): Promise<number>;
}

const patienceMilliseconds = 15_000;

export async function withExecutorSocket<Result>(
  url: string,
  use: (executor: ExecutorSocket) => Promise<Result>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/executor`, 'witness.executor.v1', {
    headers,
  });
  const closing = once(socket, 'close').then(([code]) => code as number);
  closing.catch(() => undefined);
  await once(socket, 'open');
  const ask: ExecutorSocket['ask'] = async (frame) => {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const answer = once(socket, 'message', { signal });
    socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    const [data] = (await answer) as [Buffer];
    return JSON.parse(data.toString()) as Awaited<ReturnType<ExecutorSocket['ask']>>;
  };
  try {
    return await use({
      socket,
      ask,
      hold: async (executor_id, attempts) => {
        const { event, data } = await ask({ event: 'hold', data: { executor_id, attempts } });
        if (event !== 'held') throw new Error(`The service answered ${event}.`);
        return data as Held;
      },
      closed: () => closing,
    });
  } finally {
    socket.terminate();
  }
}
