import { Problem } from './problem.ts';

/** What one request's body takes up. */
export interface BodyShare {
  /** Throws `unavailable` with Retry-After when so many bytes could not be taken now. Takes nothing. */
  expect(bytes: number): void;
  /** Takes room for bytes that came; throws as `expect` does. */
  take(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

/** Room for the bodies of this process, from their first byte until their answer. */
export interface BodyRoom {
  /** For one body of `holder`. */
  open(holder: string): BodyShare;
}

/**
 * Refuses at once what does not fit: a holder has at most as many bytes as it leaves free, so that however many others
 * have, each finds some. But where there is no other body one is let in, as each is bounded already.
 */
export const createBodyRoom = (mostBytes: number): BodyRoom => {
  const held = new Map<string, number>();
  let inside = 0;
  return {
    open: (holder) => {
      let own = 0;
      const add = (bytes: number): void => {
        const now = (held.get(holder) ?? 0) + bytes;
        if (now > 0) held.set(holder, now);
        else held.delete(holder);
        own += bytes;
        inside += bytes;
      };
      const expect = (bytes: number): void => {
        const free = mostBytes - inside - bytes;
        if (inside > own && (held.get(holder) ?? 0) + bytes > free)
          throw new Problem('unavailable', { retryAfterSeconds: 1 });
      };
      return {
        expect,
        take: (bytes) => {
          expect(bytes);
          add(bytes);
        },
        release: () => {
          add(-own);
        },
      };
    },
  };
};
