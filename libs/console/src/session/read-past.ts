import type { WitnessClient } from '@mcp-witness/client';
import type { History } from '@mcp-witness/evidence';
import { comparePositions, newestRead, oldestRead, type Past, withListed, withTail } from './past.ts';
import { readTail } from './read-attempt.ts';

/** What is held and asked for at most. */
export interface Bounds {
  readonly events: number;
  /** Attempts of which the past is read; those that begin meanwhile come beside. */
  readonly attempts: number;
  /** Events, or attempts, that are asked for at once. */
  readonly page: number;
}

/** As many events as a page bears, and no more requests than leave most of a caller's rate to others. */
const usualBounds: Bounds = { events: 10_000, attempts: 500, page: 1000 };

export interface ReadPast {
  readonly client: Pick<WitnessClient, 'attemptEvents' | 'sessionAttempts'>;
  readonly sessionId: string;
  /** The report whose past it is. */
  readonly history: History;
  readonly signal: AbortSignal;
  readonly bounds?: Bounds;
  /** Attempts that no report names any more are read on too: a request for each that is held. */
  readonly isWhole?: boolean;
}

class PastReader {
  past: Past;
  readonly #of: ReadPast;
  readonly #bounds: Bounds;

  constructor(of: ReadPast, held: Past) {
    this.#of = of;
    this.#bounds = of.bounds ?? usualBounds;
    this.past = held;
  }

  /** The report has what was not found yet. */
  isBehind(): boolean {
    return comparePositions(this.past.position, this.#of.history.position) < 0;
  }

  /** What came of an attempt since it was read; nothing where it was not. */
  async readOn(id: string): Promise<void> {
    const known = this.past.read.get(id);
    if (known !== undefined) await this.#read(id, known, this.#bounds.events);
  }

  async listNewer(): Promise<void> {
    const { page } = this.#bounds;
    if (this.past.listed.to === 0) {
      const before = Math.max(0, this.#of.history.current.ordinal - page);
      this.past = { ...this.past, listed: { from: before, to: before } };
    }
    while ((await this.#list(this.past.listed.to, page)) === page);
  }

  /** Reads attempts that were not read yet, newest first, as far as there is room. */
  async *readUnread(): AsyncGenerator<Past, void, undefined> {
    for (;;) {
      const [next] = this.past.unread;
      if (next === undefined) {
        if (this.past.listed.from === 0 || this.past.isCut) return;
        const after = Math.max(0, this.past.listed.from - this.#bounds.page);
        await this.#list(after, this.past.listed.from - after);
        continue;
      }
      const room = this.#roomFor(next.ordinal);
      if (room <= 0) this.past = { ...this.past, unread: [], isCut: true };
      else await this.#read(next.attachment_attempt_id, { ordinal: next.ordinal, after: null }, room);
      yield this.past;
    }
  }

  /** What is newer than anything that was read has all of it: older events give way. */
  #roomFor(ordinal: number): number {
    const { events, attempts } = this.#bounds;
    const { past } = this;
    if (ordinal > oldestRead(past)) return events;
    return past.isCut || past.read.size >= attempts ? 0 : events - past.events.length;
  }

  async #list(after: number, limit: number): Promise<number> {
    const { client, sessionId, signal } = this.#of;
    const { attempts } = await client.sessionAttempts(sessionId, { after, limit }, signal);
    this.past = withListed(this.past, attempts, Math.min(after, this.past.listed.from));
    return attempts.length;
  }

  async #read(
    id: string,
    { ordinal, after }: { ordinal: number; after: number | null },
    most: number,
  ): Promise<void> {
    const { client, signal } = this.#of;
    const { page, events } = this.#bounds;
    const tail = await readTail({ client, attemptId: id, after, most, page, signal });
    this.past = withTail(this.past, { id, ordinal, tail, most: events });
  }
}

/**
 * What a session's attempts have, beginning with `held`: what came since, and then what is older, as far as there is
 * room for it. Each step is given as it comes, and one that fails is gone on from where it was. An attempt that is held
 * is read on while a report names it; what older ones still do, no report tells, and it is found by a whole reading alone.
 */
export async function* readPast(of: ReadPast, held: Past): AsyncGenerator<Past, void, undefined> {
  const reader = new PastReader(of, held);
  const named = [of.history.current, ...of.history.previous];
  const ids = named.map(({ attachment_attempt_id: id }) => id);
  // Those that were the newest until now were told by what superseded them.
  const newest = newestRead(held, of.isWhole === true ? held.read.size : named.length);
  for (const id of new Set([...ids, ...newest])) await reader.readOn(id);
  yield reader.past;
  // An attempt that came late may be named by no report.
  if (named.some(({ ordinal }) => ordinal > reader.past.listed.to) || reader.isBehind())
    await reader.listNewer();
  yield* reader.readUnread();
}
