import { consume, type FeedEvent, type FeedFilter, followFeed } from '@mcp-witness/client';
import { type Access } from './service-pair.ts';

/** Someone who is to get every event once, in the order of the log. */
export interface Reader {
  /** `<position> <attempt> <event id>` of what was handled, in its order. */
  readonly handled: readonly string[];
  /** Comes again only what was handled before; anything else is a fault. */
  readonly faults: readonly string[];
  /** Resolves when it has ended; rejects with what it failed with. */
  stop(): Promise<void>;
}

export const lineOf = (event: FeedEvent): string =>
  `${event.global_position} ${event.attachment_attempt_id} ${event.event_id}`;

/** A durable consumer that keeps the place of what it handled with it, and so passes over what is brought once more. */
export function consumeAll(access: Access, name: string, filter?: FeedFilter): Reader {
  const handled: string[] = [];
  const known = new Set<string>();
  const faults: string[] = [];
  const end = new AbortController();
  let last = 0n;
  const running = consume({ ...access, name, filter, batch: 50, signal: end.signal }, (event) => {
    const line = lineOf(event);
    const position = BigInt(event.global_position);
    if (position > last) {
      last = position;
      known.add(line);
      handled.push(line);
    } else if (!known.has(line)) faults.push(`${line} came after ${last}`);
  });
  running.catch(() => undefined);
  return {
    handled,
    faults,
    async stop() {
      end.abort();
      await running;
    },
  };
}

/** Follows the feed over one connection after the other; nothing may come twice. */
export function followAll(access: Access): Reader {
  const handled: string[] = [];
  const end = new AbortController();
  const running = (async () => {
    for await (const event of followFeed({ ...access, signal: end.signal })) handled.push(lineOf(event));
  })();
  running.catch(() => undefined);
  return {
    handled,
    faults: [],
    async stop() {
      end.abort();
      await running;
    },
  };
}
