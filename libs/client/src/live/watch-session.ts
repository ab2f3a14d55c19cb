import { isNewer, parseHistory, type History } from '@mcp-witness/evidence';
import { backoff } from './backoff.ts';
import { type Frame, parseFrame } from './frame.ts';

/** The part of a WebSocket that is used: the browser's own, or the `ws` package's. */
export interface LiveSocket {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** `live`: caught up and following. `connecting`: the last history stands until the socket is back. */
export type LiveState = 'connecting' | 'live';

export interface WatchSession {
  /** The service, `http://…`. */
  readonly url: string;
  readonly sessionId: string;
  /** A history that is already held: an older or equal one from the socket does not replace it. */
  readonly held?: History;
  readonly open: (url: string, protocols: string[]) => LiveSocket;
  readonly apiKey?: string;
  /** Every history that is strictly newer than the one before it. */
  readonly onHistory: (history: History, durable: boolean) => void;
  readonly onState?: (state: LiveState) => void;
  /** After so long without a frame the socket counts as dead; 45,000, which is three heartbeats, when absent. */
  readonly silenceMs?: number;
}

const usualSilence = 45_000;

/**
 * Follows one session's report over the live socket, for as long as the returned function is not called: a dropped
 * socket is opened again after a growing, jittered wait and catches up from the position it was told last.
 */
export const watchSession = (options: WatchSession): (() => void) => {
  const address = `${options.url.replace(/^http/, 'ws').replace(/\/$/, '')}/v1/live`;
  const protocols =
    options.apiKey === undefined ? ['witness.v1'] : ['witness.v1', `bearer.${options.apiKey}`];
  const wait = backoff();
  let held = options.held ?? null;
  // Ahead of what is held where events came that changed nothing of the report.
  let seen = held?.position ?? null;
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const take = (data: Frame['data']): void => {
    const history = parseHistory(data.history);
    if (history === null) return;
    seen = history.position;
    if (!isNewer(history, held)) return;
    held = history;
    options.onHistory(history, data.durable !== false);
  };

  const again = (): void => {
    clearTimeout(silence);
    clearTimeout(timer);
    socket = null;
    if (!stopped) timer = setTimeout(connect, wait.next());
  };

  /** The peer of a dead connection answers no close, so nothing is waited for. */
  const listen = (opened: LiveSocket): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      again();
      opened.close();
    }, options.silenceMs ?? usualSilence);
  };

  const connect = (): void => {
    options.onState?.('connecting');
    const opened = options.open(address, protocols);
    socket = opened;
    listen(opened);
    opened.addEventListener('open', () => {
      const after = seen === null ? {} : { after: seen };
      opened.send(JSON.stringify({ event: 'subscribe', data: { session_id: options.sessionId, ...after } }));
    });
    opened.addEventListener('message', ({ data }) => {
      if (stopped || socket !== opened) return;
      listen(opened);
      const frame = parseFrame(data);
      if (frame?.event === 'session.mcp_status_updated') take(frame.data);
      // Nothing follows on this socket: the session is not there yet, or could not be read.
      if (frame?.event === 'error') opened.close(1000);
      if (frame?.event === 'session.caught_up') {
        wait.reset();
        options.onState?.('live');
      }
    });
    opened.addEventListener('error', () => {
      // The close that follows says the same, and is answered by a new connection.
    });
    opened.addEventListener('close', () => {
      if (socket === opened) again();
    });
  };

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    socket?.close(1000);
  };
};
