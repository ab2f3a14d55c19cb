import { watchSession } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import { WebSocket } from 'ws';
import { type Access } from './service-pair.ts';

/** A report that a live socket was sent. */
export interface State {
  readonly history: History;
  readonly durable: boolean;
}

/** One session as a client of the live socket has it, over every connection that it had to make. */
export interface Watcher {
  readonly sessionId: string;
  /** All that was sent, in its order. */
  readonly states: readonly State[];
  /** Frames that ask for attention: `resync <reason>`, `error <code>`. */
  readonly remarks: readonly string[];
  /** Codes with which connections ended that had been open; 1006 is one that was cut. */
  readonly codes: readonly number[];
  stop(): void;
}

interface Frame {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Watches as a consumer does, and keeps what came over the wire before the client judged it. */
export function watch(access: Access, sessionId: string): Watcher {
  const states: State[] = [];
  const remarks: string[] = [];
  const codes: number[] = [];
  const take = ({ event, data }: Frame): void => {
    if (event === 'session.mcp_status_updated')
      states.push({ history: data.history as History, durable: data.durable === true });
    if (event === 'resync') remarks.push(`${event} ${String(data.reason)}`);
    if (event === 'error') remarks.push(`${event} ${String(data.code)}`);
  };
  const open = (address: string, protocols: string[]): WebSocket => {
    const socket = new WebSocket(address, protocols);
    socket.on('message', (data: Buffer) => {
      take(JSON.parse(data.toString('utf8')) as Frame);
    });
    socket.on('open', () => {
      socket.on('close', (code) => codes.push(code));
    });
    return socket;
  };
  const stop = watchSession({ ...access, sessionId, open, onHistory: () => undefined });
  return { sessionId, states, remarks, codes, stop };
}
