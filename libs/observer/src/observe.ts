import type { TransportLike } from '@mcp-witness/mcp-frames';
import type { CustomEvent } from './custom/custom-event.ts';
import { labelOf } from './label.ts';
import { createObserver, type Observer } from './observer.ts';
import { type ObserveOptions, optionsOf } from './options.ts';

/** A factory that makes a server for each request observes each: they share what stands behind them by their name. */
const shared = new Map<string, Observer>();

/** By the servers that they were made for. */
const observers = new WeakMap<object, Observer>();

/** The observer of this server name in this process; what the first caller asked for holds until it is closed. */
function sharedObserver(options: ObserveOptions, server?: unknown): Observer {
  const label = labelOf(options, server);
  const known = shared.get(label);
  if (known !== undefined) return known;
  const made = createObserver({ ...options, server: label });
  shared.set(label, made);
  return made;
}

/**
 * Observes a server and returns it: of the official SDK 1.x or 2.x, high or low level, also one that a factory makes for
 * each request, or of the npm package `fastmcp`. Call it before `connect`, or after: then the opening was missed. What
 * cannot be observed is returned untouched, with one line on stderr. Never throws.
 */
export function observe<T>(server: T, given: ObserveOptions = {}): T {
  const options = optionsOf(given);
  if (options.enabled === false) return server;
  const observer = sharedObserver(options, server);
  if (typeof server === 'object' && server !== null) observers.set(server, observer);
  return observer.observe(server);
}

/** Tells of something of the owner's own beside what is seen of a server; of one that is not observed, nothing. Never throws. */
export function recordEvent(server: object, event: CustomEvent): void {
  observers.get(server)?.record(event);
}

/** The same for one transport, where the server is not at hand: pass it to `connect`. */
export function observeTransport<T extends TransportLike & object>(
  transport: T,
  given: ObserveOptions = {},
): T {
  const options = optionsOf(given);
  return options.enabled === false ? transport : sharedObserver(options).observeTransport(transport);
}

/** Flushes and ends every observer that {@link observe} made. Servers go on, unseen. Never rejects. */
export async function endObserving(deadlineMs?: number): Promise<void> {
  const all = [...shared.values()];
  shared.clear();
  await Promise.all(all.map((observer) => observer.close(deadlineMs)));
}
