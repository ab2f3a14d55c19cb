import type { LiveSocket } from '@mcp-witness/client';

/** Gives the token for the next request: an API key, or a token of the service's issuer. Asked before every one. */
export type Token = () => string | Promise<string>;

/** `fetch` with the token of the moment. */
export const withToken =
  (token: Token | null): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    if (token !== null) request.headers.set('authorization', `Bearer ${await token()}`);
    return fetch(request);
  };

type Listener = (event: { data: unknown }) => void;

/** A socket that asks for the token first, and is otherwise the browser's own. */
export const openWithToken =
  (token: Token | null) =>
  (url: string, protocols: string[]): LiveSocket => {
    const waiting: [type: string, listener: Listener][] = [];
    let socket: WebSocket | null = null;
    let closed = false;
    const tell = (type: string): void => {
      for (const [wanted, listener] of waiting) if (wanted === type) listener({ data: null });
    };
    const open = async (): Promise<void> => {
      const bearer = token === null ? [] : [`bearer.${await token()}`];
      if (closed) return;
      socket = new WebSocket(url, [...protocols, ...bearer]);
      for (const [type, listener] of waiting)
        socket.addEventListener(type, listener as unknown as EventListener);
    };
    open().catch(() => {
      tell('close');
    });
    return {
      send: (text) => socket?.send(text),
      close: (code) => {
        closed = true;
        socket?.close(code);
      },
      addEventListener: (type: string, listener: Listener) => {
        waiting.push([type, listener]);
      },
    };
  };
