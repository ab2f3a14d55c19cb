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

/** A socket that asks for the token first, and is otherwise the browser's own. One that gets no token is closed. */
export const openWithToken =
  (token: Token | null) =>
  (url: string, protocols: string[]): LiveSocket => {
    if (token === null) return new WebSocket(url, protocols);
    const events = new EventTarget();
    let socket: WebSocket | null = null;
    let closed = false;
    const open = async (): Promise<void> => {
      const opened = new WebSocket(url, [...protocols, `bearer.${await token()}`]);
      socket = opened;
      if (closed) opened.close(1000);
      for (const type of ['open', 'error', 'close'])
        opened.addEventListener(type, () => events.dispatchEvent(new Event(type)));
      opened.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
        events.dispatchEvent(new MessageEvent('message', { data })),
      );
    };
    open().catch(() => events.dispatchEvent(new Event('close')));
    return {
      send: (text) => socket?.send(text),
      close: (code) => {
        closed = true;
        socket?.close(code);
      },
      addEventListener: (type: string, listener: (event: never) => void) => {
        events.addEventListener(type, listener as unknown as EventListener);
      },
    };
  };
