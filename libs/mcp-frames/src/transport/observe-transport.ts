import type { FrameObserver } from '../frame.ts';

/** What the server transports of the official SDKs, 1.x and 2.x, have in common. */
export interface TransportLike {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
}

export interface TransportSight {
  readonly observer: FrameObserver;
  readonly connection_key: string;
  /** Why a close is told, such as `stdin_closed`. Null where a close is no disconnect: modern HTTP, one transport a request. */
  readonly close_reason: string | null;
}

/** A handler that its owner set, with what is to be seen put before it. */
function seenBefore<Given extends readonly unknown[]>(
  handler: ((...given: Given) => void) | undefined,
  see: (...given: Given) => void,
): ((...given: Given) => void) | undefined {
  if (handler === undefined) return undefined;
  return (...given) => {
    see(...given);
    handler(...given);
  };
}

/**
 * The same transport to its server, observed: pass it to `server.connect`, and go on using the inner one for
 * `handleRequest`. A message is handed on after it was seen, an answer is seen after it was handed on.
 */
export function observeTransport<T extends TransportLike>(transport: T, sight: TransportSight): T {
  const { observer, connection_key, close_reason } = sight;
  const send = (message: never, options?: never): Promise<void> => {
    const sent = transport.send(message, options);
    observer.onFrame({ direction: 'to_client', message, connection_key });
    return sent;
  };
  return new Proxy(transport, {
    get(target, property) {
      if (property === 'send') return send;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' && property !== 'onmessage' && property !== 'onclose'
        ? (value.bind(target) as unknown)
        : value;
    },
    set(target, property, value: unknown) {
      return Reflect.set(target, property, observed(property, value), target);
    },
  });

  function observed(property: string | symbol, value: unknown): unknown {
    if (property === 'onmessage') {
      return seenBefore(value as TransportLike['onmessage'], (message) => {
        observer.onFrame({ direction: 'to_server', message, connection_key });
      });
    }
    if (property === 'onclose') {
      return seenBefore(value as TransportLike['onclose'], () => {
        if (close_reason !== null) observer.onClose(connection_key, close_reason);
      });
    }
    return value;
  }
}
