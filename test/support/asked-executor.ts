import { once } from 'node:events';
import WebSocket from 'ws';

export interface AskedFor {
  readonly id: string;
  readonly kind: string;
  readonly deadline_ms: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An executor that holds attempts and does with requests what a test wants. */
export interface AskedExecutor {
  readonly socket: WebSocket;
  readonly cancelled: readonly string[];
  /** The next request that came, waited for. */
  request(): Promise<AskedFor>;
  answer(id: string, answer: { readonly data: object } | { readonly code: string }): void;
  progress(id: string, data: object): void;
  /** Ends the connection as a network that breaks does. */
  breakOff(): void;
}

interface Frame {
  readonly event: string;
  readonly data: AskedFor;
}

const patienceMilliseconds = 30_000;

export async function connectExecutor(
  url: string,
  executor_id: string,
  attempts: readonly string[],
): Promise<AskedExecutor> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/executor`, 'witness.executor.v1');
  const requests: AskedFor[] = [];
  const cancelled: string[] = [];
  const heldAt = new Promise<void>((resolve) => {
    socket.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as Frame;
      if (event === 'held') resolve();
      if (event === 'request') requests.push(data);
      if (event === 'cancel') cancelled.push(data.id);
      socket.emit('met');
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ event: 'hold', data: { executor_id, attempts } }));
  await heldAt;
  return {
    socket,
    cancelled,
    async request() {
      const signal = AbortSignal.timeout(patienceMilliseconds);
      for (;;) {
        const next = requests.shift();
        if (next !== undefined) return next;
        await once(socket, 'met', { signal });
      }
    },
    answer(id, answer) {
      socket.send(JSON.stringify({ event: 'answer', data: { id, ...answer } }));
    },
    progress(id, data) {
      socket.send(JSON.stringify({ event: 'progress', data: { id, data } }));
    },
    breakOff() {
      socket.terminate();
    },
  };
}
