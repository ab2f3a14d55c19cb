import type { EvidenceEvent } from '@mcp-witness/evidence';
import WebSocket from 'ws';
import { type Answering, createAnswering } from '../answering/answering.ts';
import { readServiceFrame } from '../answering/frames.ts';
import { createHeld } from './held.ts';

export interface PresenceOptions {
  readonly executor_id: string;
  readonly service: { readonly url: string; readonly apiKey: string | null };
  /** Told what may help to understand what happened. */
  readonly onDetail: (line: string) => void;
  /** Milliseconds to wait after that many failures in a row. */
  readonly backoff?: (failures: number) => number;
}

/** The connection that tells the service that this process lives, and with it its sessions; over it the service asks for things. */
export interface Presence {
  take(event: EvidenceEvent): void;
  /** From now on requests of this kind are done so. */
  readonly answer: Answering['handle'];
  /** Gives up what is asked for, gives everything back and leaves; waits for the service no longer than `ms`. */
  finish(ms: number): Promise<void>;
}

/** At least half of each wait is kept, so that executors that lost the same service do not come back at once. */
const defaultBackoff = (failures: number): number => {
  const ceiling = Math.min(15_000, 250 * 2 ** Math.min(failures, 10));
  return ceiling / 2 + (ceiling / 2) * Math.random();
};

const handshakeMs = 10_000;
const largestFrame = 64 * 1024;
/** Until the service says how long a lease lasts. */
const firstLeaseMs = 30_000;
const renewals = 3;

const addressOf = (url: string): string => `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/executor`;

const holdOf = (executor_id: string, attempts: readonly string[]): string =>
  JSON.stringify({ event: 'hold', data: { executor_id, attempts } });

/** Throws when the address is none. */
function openSocket({ url, apiKey }: PresenceOptions['service']): WebSocket {
  const socket = new WebSocket(addressOf(url), 'witness.executor.v1', {
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    handshakeTimeout: handshakeMs,
    maxPayload: largestFrame,
    perMessageDeflate: false,
  });
  socket.on('upgrade', (response) => {
    response.socket.unref();
  });
  socket.on('error', () => undefined);
  return socket;
}

/** Says the last word and closes; cut off after `ms`. */
async function leave(socket: WebSocket, lastWord: string, ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve();
    });
  });
  const limit = setTimeout(() => {
    socket.terminate();
  }, ms);
  if (socket.readyState === WebSocket.OPEN) socket.send(lastWord);
  socket.close();
  await closed;
  clearTimeout(limit);
}

/**
 * Holds one socket to the service while there is a session, and comes back after every end of it. Nothing waits for it:
 * a service that is away or refuses costs a retry now and then. Holds no process alive.
 */
export function createPresence(options: PresenceOptions): Presence {
  const { backoff = defaultBackoff, onDetail } = options;
  const held = createHeld();
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let leaseMs = firstLeaseMs;
  let finished = false;
  const answering = createAnswering((text) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  });

  const wait = (ms: number, act: () => void): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(act, ms);
    timer.unref();
  };

  function say(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(holdOf(options.executor_id, held.attempts));
    wait(leaseMs / renewals, say);
  }

  function hear(data: WebSocket.RawData): void {
    const frame = readServiceFrame((data as Buffer).toString('utf8'));
    answering.hear(frame);
    if (frame?.event !== 'held') return;
    failures = 0;
    if (frame.lease_ms !== leaseMs) {
      leaseMs = frame.lease_ms;
      wait(leaseMs / renewals, say);
    }
    if (frame.lost.length > 0) onDetail(`the service had given up ${frame.lost.length} of our attempts`);
  }

  function connect(): void {
    const opened = openSocket(options.service);
    socket = opened;
    opened.on('open', say);
    opened.on('message', hear);
    opened.on('close', () => {
      if (socket === opened) again();
    });
  }

  function again(): void {
    socket = null;
    if (finished) return;
    failures += 1;
    wait(backoff(failures), start);
  }

  /** A service address that is none is told by the sender; here it is only one that cannot be reached. */
  function start(): void {
    timer = null;
    try {
      connect();
    } catch {
      again();
    }
  }

  return {
    take(event) {
      if (finished || !held.take(event)) return;
      if (socket !== null) say();
      else if (timer === null) start();
    },
    answer: answering.handle,
    async finish(ms) {
      finished = true;
      await answering.close();
      if (timer !== null) clearTimeout(timer);
      if (socket !== null) await leave(socket, holdOf(options.executor_id, []), ms);
    },
  };
}
