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
  open(): BodyShare;
}

/** Full, it refuses at once; but where there is no other body one is let in, as each is bounded already. */
export const createBodyRoom = (mostBytes: number): BodyRoom => {
  let inside = 0;
  return {
    open: () => {
      let own = 0;
      const expect = (bytes: number): void => {
        if (inside > own && inside + bytes > mostBytes)
          throw new Problem('unavailable', { retryAfterSeconds: 1 });
      };
      return {
        expect,
        take: (bytes) => {
          expect(bytes);
          own += bytes;
          inside += bytes;
        },
        release: () => {
          inside -= own;
          own = 0;
        },
      };
    },
  };
};
