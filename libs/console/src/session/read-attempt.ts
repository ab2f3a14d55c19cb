import type { WitnessClient } from '@mcp-witness/client';
import type { RecordedEvidence } from '@mcp-witness/evidence';

export interface ReadTail {
  readonly client: Pick<WitnessClient, 'attemptEvents'>;
  readonly attemptId: string;
  /** Only events after this place of the stream; null: from its beginning. */
  readonly after: number | null;
  /** Events that are wanted at most, the newest. */
  readonly most: number;
  /** Events that are asked for at once. */
  readonly page: number;
  readonly signal: AbortSignal;
}

export interface Tail {
  readonly events: readonly RecordedEvidence[];
  /** Up to where the stream was read. */
  readonly after: number | null;
  /** There are events before these that were left out. */
  readonly isCut: boolean;
}

/** A place less than a page before the end of a stream that goes on after `after`: its length is told nowhere. */
const nearEnd = async ({ client, attemptId, page, signal }: ReadTail, after: number): Promise<number> => {
  const goesOn = async (place: number): Promise<boolean> =>
    (await client.attemptEvents(attemptId, { after: place, limit: 1 }, signal)).events.length > 0;
  let [place, step] = [after, page];
  for (; await goesOn(place + step); step *= 2) place += step;
  while (step > page) {
    step /= 2;
    if (await goesOn(place + step)) place += step;
  }
  return place;
};

/** Nothing is missing between `after`, up to where it was read before, and the first of these events. */
const follows = (after: number | null, first: RecordedEvidence | undefined): boolean =>
  first === undefined || first.stream_position === (after === null ? 0 : after + 1);

/** The newest events of an attempt. Of a long stream no more is read than is wanted. */
export const readTail = async (read: ReadTail): Promise<Tail> => {
  const { client, attemptId, most, page, signal } = read;
  let events: readonly RecordedEvidence[] = [];
  let { after } = read;
  let isEndNear = false;
  for (;;) {
    const place = after === null ? {} : { after };
    const got = await client.attemptEvents(attemptId, { ...place, limit: page }, signal);
    events = [...events, ...got.events];
    after = got.events.at(-1)?.stream_position ?? after;
    if (got.next_after === null) break;
    if (isEndNear || events.length < most) continue;
    isEndNear = true;
    const start = (await nearEnd(read, got.next_after)) - most;
    if (start > got.next_after) [events, after] = [[], start];
  }
  const held = events.slice(-most);
  return { events: held, after, isCut: !follows(read.after, held[0]) };
};
