import { microsecondsOf } from '../instant.ts';
import { type Outcome } from '../engine/engine.ts';
import { type Append, type LogEvent } from '../port.ts';
import { type Clock } from './clock.ts';
import { type Connection } from './connection.ts';
import { streamNameOf } from './names.ts';
import { eventsOfStream, lastOfStream } from './read-events.ts';
import { emptyTail, type Tail, type Tails } from './tails.ts';
import { moved, write } from './write.ts';

export interface Appending {
  readonly connection: Connection;
  readonly tails: Tails;
  readonly clock: Clock;
}

/** How often an append is tried at the end of a stream that others append to as well, within one call. */
const mostTries = 50;
const pageSize = 1_000;

/**
 * One append. What the server itself does about repeated event ids is not used: it is best effort where any revision
 * is expected, and never looks at the content.
 */
export async function appendOne(appending: Appending, append: Append): Promise<Outcome> {
  const name = streamNameOf(appending.connection.prefix, append.tenant_id, append.stream);
  const step = append.expected === 'any' ? appendAnywhere : appendAt(append.expected);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await step(appending, name, append);
    if (outcome !== moved) return outcome;
  }
  throw new Error(`The end of the stream ${name} moved ${mostTries} times before an append reached it.`);
}

type Step = (appending: Appending, name: string, append: Append) => Promise<Outcome | typeof moved>;

async function appendAnywhere(
  appending: Appending,
  name: string,
  append: Append,
): Promise<Outcome | typeof moved> {
  const known = appending.tails.get(name);
  const tail = known?.appends ? known : await catchUp(appending, name, emptyTail());
  const first = tail.appends?.get(append.append_id.toLowerCase());
  if (first !== undefined) return compare(appending, name, append, first);
  const outcome = await writeAfter(appending, name, append, tail);
  if (outcome === moved) await catchUp(appending, name, tail);
  return outcome;
}

const appendAt =
  (expected: number): Step =>
  async (appending, name, append) => {
    const tail = await tailAt(appending, name, expected);
    if (tail !== null) {
      const outcome = await writeAfter(appending, name, append, tail);
      if (outcome !== moved) return outcome;
      appending.tails.drop(name);
    }
    return judge(appending, name, append, expected);
  };

/** The tail of a stream that may end at `length`; null when it is known not to. */
async function tailAt(
  { connection, tails, clock }: Appending,
  name: string,
  length: number,
): Promise<Tail | null> {
  const known = tails.get(name);
  if (known?.length === length) return known;
  if (known !== undefined && known.length > length) return null;
  if (length === 0) return emptyTail();
  const [last, next] = await eventsOfStream(connection, name, { from: length - 1, limit: 2 });
  return last === undefined || next !== undefined ? null : tailAfter(last, null, clock);
}

/** An append that did not fit: it is there already, or something else is. */
async function judge(
  appending: Appending,
  name: string,
  append: Append,
  expected: number,
): Promise<Outcome | typeof moved> {
  const { connection, tails } = appending;
  const [there] = await eventsOfStream(connection, name, { from: expected, limit: 1 });
  if (there?.append_id === append.append_id.toLowerCase()) return compare(appending, name, append, expected);
  const last = await lastOfStream(connection, name);
  const length = last === null ? 0 : last.stream_position + 1;
  if (length !== expected) return { outcome: 'conflict', length };
  // What was known of it was wrong, as after a restored backup.
  tails.drop(name);
  return moved;
}

/** Whether the append that begins at `first` has the content of this one. */
async function compare(
  { connection }: Appending,
  name: string,
  append: Append,
  first: number,
): Promise<Outcome> {
  const id = append.append_id.toLowerCase();
  const limit = append.events.length + 1;
  const found = await eventsOfStream(connection, name, { from: first, limit });
  const stored = found.filter(({ append_id }) => append_id === id);
  const last = stored.at(-1);
  if (last === undefined || !isSame(append, stored)) return { outcome: 'mismatch' };
  return { outcome: 'duplicate', stream_position: first, position: last.position };
}

const fields = ['id', 'type', 'schema_version', 'data', 'meta', 'key_id'] as const;

const isSame = ({ events }: Append, stored: readonly LogEvent[]): boolean =>
  stored.length === events.length &&
  events.every((event, index) => fields.every((field) => event[field] === stored[index]?.[field]));

async function writeAfter(
  { connection, tails, clock }: Appending,
  name: string,
  append: Append,
  tail: Tail,
): Promise<Outcome | typeof moved> {
  const written = await write({ connection, clock, name }, append, tail);
  if (written === moved) return moved;
  tails.set(name, written.tail);
  return { outcome: 'appended', stream_position: tail.length, position: written.position };
}

/** Reads what `tail` does not know yet. */
async function catchUp({ connection, tails, clock }: Appending, name: string, from: Tail): Promise<Tail> {
  let tail = from;
  for (;;) {
    const page = await eventsOfStream(connection, name, { from: tail.length, limit: pageSize });
    for (const event of page) tail = tailAfter(event, tail.appends, clock);
    tails.set(name, tail);
    if (page.length < pageSize) return tail;
  }
}

function tailAfter(event: LogEvent, appends: Map<string, number> | null, clock: Clock): Tail {
  const recorded = microsecondsOf(event.recorded_at);
  clock.show(recorded);
  if (appends?.has(event.append_id) === false) appends.set(event.append_id, event.stream_position);
  return { length: event.stream_position + 1, hash: event.hash, recorded, appends };
}
