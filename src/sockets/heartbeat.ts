/** The part of a WebSocket that tells whether its peer is there. */
export interface Pulse {
  ping(): void;
  terminate(): void;
  on(event: 'pong', listener: () => void): unknown;
}

export interface Heartbeat {
  start(): void;
  stop(): void;
  add(socket: Pulse, send: (text: string) => void): void;
  remove(socket: Pulse): void;
}

interface Beating {
  readonly send: (text: string) => void;
  answered: boolean;
}

const everyMilliseconds = 15_000;

/** Sends `frame()` to every socket again and again, and cuts off one that did not answer the ping before. */
export function createHeartbeat(frame: () => string, milliseconds = everyMilliseconds): Heartbeat {
  const sockets = new Map<Pulse, Beating>();
  let timer: NodeJS.Timeout | undefined;

  const beat = (): void => {
    const text = frame();
    for (const [socket, beating] of sockets) {
      if (!beating.answered) {
        socket.terminate();
        continue;
      }
      beating.answered = false;
      beating.send(text);
      socket.ping();
    }
  };

  return {
    start() {
      timer ??= setInterval(beat, milliseconds).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    add(socket, send) {
      const beating: Beating = { send, answered: true };
      sockets.set(socket, beating);
      socket.on('pong', () => {
        beating.answered = true;
      });
    },
    remove(socket) {
      sockets.delete(socket);
    },
  };
}
