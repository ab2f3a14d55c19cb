import type { Observation } from '../observation.ts';
import type { Actor, ObservedEvent } from '../pipeline/event.ts';

/**
 * What a hook is told, to read alone: to write to it throws, or does nothing. `params`, `result` and `extra` are views of the
 * server's own objects, which print and turn into JSON as those do, and which `structuredClone` does not take; what methods
 * of a class among them do is done to the server's.
 */
export type HookCall = Omit<Observation, 'content'> & {
  readonly params: unknown;
  readonly result: unknown;
  readonly extra: unknown;
};

type Awaitable<T> = T | Promise<T>;

/** What `identify` gives back. Anything but a nonempty `id` is no answer. */
export type Identity = Pick<Actor, 'id'> & {
  readonly name?: string;
  readonly data?: Record<string, unknown>;
};

/**
 * The owner's hooks. They run after the answer has gone to the client, each within a time limit: what throws, rejects,
 * hangs or gives back what it should not costs its own part of the event and nothing else. The two that decide what may
 * leave cost the whole event: what they did not judge does not go out. A hook that fails three times in a row is left
 * alone for a while.
 */
export interface Hooks {
  /** Who asks. Null for nobody. */
  readonly identify?: (call: HookCall) => Awaitable<Identity | null | undefined>;
  /** Which session of yours it belongs to: any stable text. It is told as a digest. Null leaves the correlation as it is. */
  readonly resolveSession?: (call: HookCall) => Awaitable<string | null | undefined>;
  readonly tags?: (call: HookCall) => Awaitable<Readonly<Record<string, string>> | null | undefined>;
  readonly properties?: (call: HookCall) => Awaitable<Readonly<Record<string, unknown>> | null | undefined>;
  /** Every text of the event that is not of the protocol itself, before it is cut. */
  readonly redactText?: (text: string) => Awaitable<string>;
  /**
   * The whole event, last: a copy, with no more than the first 1,000 entries and 20,000 values of what was listed. Null drops
   * it. Identity, time and outcome of an event cannot be changed.
   */
  readonly redactEvent?: (event: ObservedEvent) => Awaitable<ObservedEvent | null>;
}
