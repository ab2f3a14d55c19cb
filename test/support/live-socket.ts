import { once } from 'node:events';
import WebSocket from 'ws';

export interface Frame {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of the live socket that keeps what it is sent, in order. */
export interface LiveSocket {
  readonly socket: WebSocket;
  send(frame: unknown): void;
  subscribe(sessionId: string, after?: string): void;
  /** The next frame that was not taken yet and that `wanted` accepts; those before it are passed over. */
  next(wanted: string | ((frame: Frame) => boolean)): Promise<Frame>;
  /** All frames that came. */
  seen(): readonly Frame[];
  /** Frames that were not taken yet. */
  waiting(): readonly Frame[];
  /** The code with which the connection was closed. */
  closed(): Promise<number>;
}

interface Options {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const patience = 15_000;

/** Connects to the live socket of the service at `url`, and leaves when the callback ends. */
export async function withLiveSocket<Result>(
  url: string,
  use: (live: LiveSocket) => Promise<Result>,
  { protocols = [], headers = {} }: Options = {},
): Promise<Result> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/live`, [...protocols], { headers });
  const frames: Frame[] = [];
  const all: Frame[] = [];
  const wakers = new Set<() => void>();
  const closing = once(socket, 'close').then(([code]) => code as number);
  closing.catch(() => undefined);
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Frame;
    frames.push(frame);
    all.push(frame);
    for (const wake of wakers) wake();
  });
  await once(socket, 'open');
  try {
    return await use({
      socket,
      send: (frame) => {
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      },
      subscribe: (session_id, after) => {
        socket.send(JSON.stringify({ event: 'subscribe', data: { session_id, after } }));
      },
      next: (wanted) => takeFrame(frames, wakers, wanted),
      seen: () => all,
      waiting: () => frames,
      closed: () => closing,
    });
  } finally {
    socket.terminate();
  }
}

function takeFrame(
  frames: Frame[],
  wakers: Set<() => void>,
  wanted: string | ((frame: Frame) => boolean),
): Promise<Frame> {
  const isWanted = typeof wanted === 'string' ? (frame: Frame) => frame.event === wanted : wanted;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      wakers.delete(check);
      const seen = frames.map(({ event }) => event).join(', ') || 'nothing';
      reject(new Error(`The frame that was waited for did not come. Waiting: ${seen}.`));
    }, patience);
    const check = (): void => {
      const index = frames.findIndex(isWanted);
      const frame = frames[index];
      if (frame === undefined) return;
      frames.splice(0, index + 1);
      clearTimeout(timer);
      wakers.delete(check);
      resolve(frame);
    };
    wakers.add(check);
    check();
  });
}
