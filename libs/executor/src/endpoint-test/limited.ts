/** A signal that aborts when `signal` does, or after `ms`, whichever comes first. */
export interface Limited {
  readonly signal: AbortSignal;
  /** Aborts at once. */
  readonly end: () => void;
  /** Nothing more is to come: frees what it holds. */
  readonly release: () => void;
}

/** `AbortSignal.any` over a timeout may be collected before it fires; here whoever holds the timer holds the signal. */
export function limited(signal: AbortSignal, ms: number): Limited {
  const own = new AbortController();
  const end = (): void => {
    own.abort(new DOMException('Time is up, or nobody waits.', 'TimeoutError'));
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return {
    signal: own.signal,
    end,
    release() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}
