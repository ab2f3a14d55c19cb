import type { TransportLike } from '@mcp-witness/mcp-frames';
import type { Hub } from '../hub/hub.ts';
import { inside } from './inside.ts';
import { type Carrier, createLink, type ServerRecord } from './link.ts';
import { createRewriting } from './rewrite.ts';
import { transportKind } from './transport-kind.ts';

type OnMessage = (message: never, extra?: never) => void;
type Send = (message: never, options?: never) => Promise<void>;

/** What stands between a transport and its server. */
interface Watch {
  onmessage(handler: OnMessage): OnMessage;
  onclose(handler: () => void): () => void;
  readonly send: Send;
}

/** `send` is the transport's own. Messages are handed on after they were seen, answers are seen after that, as the server gave them. */
function watch(hub: Hub, transport: Carrier & object, server: ServerRecord | null, send: Send): Watch {
  const link = createLink(hub, transport, server);
  let deliver: ((message: unknown, extra: unknown) => void) | null = null;
  // The stdio transport of SDK 1.x does not close when its client does.
  transportKind(transport).input?.once('end', () => {
    link.closed();
  });
  const sendSeen = (message: never, given: unknown, options?: never): Promise<void> => {
    const sent = send(given as never, options);
    link.sent(message);
    return sent;
  };
  const rewriting =
    hub.rewriter === null
      ? null
      : createRewriting(hub.rewriter, hub, {
          transport,
          deliver: (message, extra) => deliver?.(message, extra),
          answer: (message) => void sendSeen(message as never, message).catch(() => undefined),
        });

  return {
    onmessage(handler) {
      const hand = handler as (message: unknown, extra?: unknown) => void;
      deliver = hand;
      return (message: unknown, extra?: unknown) => {
        const passed = link.received(message, extra, () => rewriting?.sessionOf(message) ?? null);
        const exchange = inside.getStore()?.exchange ?? null;
        const go = (given: unknown): void => {
          if (passed === null) hand(given, extra);
          else inside.run({ message: given, id: passed.id, exchange }, hand, given, extra);
        };
        if (rewriting === null || passed === null) go(message);
        else rewriting.inbound(message, extra, go);
      };
    },
    onclose(handler) {
      return () => {
        link.closed();
        rewriting?.closed();
        handler();
      };
    },
    send(message, options) {
      if (rewriting === null) return sendSeen(message, message, options);
      const sent = rewriting.outbound(message, inside.getStore()?.message);
      return sent === null ? Promise.resolve() : sendSeen(sent.own as never, sent.given, options);
    },
  };
}

const isFunction = (value: unknown): value is (...given: never[]) => unknown => typeof value === 'function';

/** What is called by who set it, or is no method. */
const kept: ReadonlySet<string | symbol> = new Set(['onmessage', 'onclose', 'onerror', 'constructor']);

/** The same transport to its server; the inner one goes on serving HTTP requests. */
export function watchTransport<T extends TransportLike & object>(
  transport: T,
  hub: Hub,
  server: ServerRecord | null,
): T {
  const seen = watch(hub, transport, server, (message, options) => transport.send(message, options));
  return new Proxy(transport, {
    get(target, property) {
      if (property === 'send') return seen.send;
      const value: unknown = Reflect.get(target, property, target);
      return isFunction(value) && !kept.has(property) ? (value.bind(target) as unknown) : value;
    },
    set(target, property, value: unknown) {
      return Reflect.set(target, property, isFunction(value) ? seenAs(property, value) : value, target);
    },
  });

  function seenAs(property: string | symbol, value: (...given: never[]) => unknown): unknown {
    if (property === 'onmessage') return seen.onmessage(value as OnMessage);
    return property === 'onclose' ? seen.onclose(value) : value;
  }
}

/** The same of a transport that is connected already: in its place, by what it lets everybody set. */
export function watchConnected(
  transport: TransportLike & object,
  hub: Hub,
  server: ServerRecord | null,
): void {
  const send: Send = transport.send.bind(transport);
  const seen = watch(hub, transport, server, send);
  const { onmessage, onclose } = transport;
  transport.send = seen.send;
  if (onmessage !== undefined) transport.onmessage = seen.onmessage(onmessage);
  transport.onclose = seen.onclose(onclose ?? (() => undefined));
}
