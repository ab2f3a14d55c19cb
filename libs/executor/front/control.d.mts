/** Tells the executor what passed: what comes back is to be waited for before more passes. */
export type Send = (kind: string, payload: Buffer | string) => Promise<void> | null;

export function control(address: string): Promise<{
  readonly start: unknown;
  readonly send: Send;
  /** What is held goes out at once. */
  readonly flush: () => void;
  finish(): Promise<void>;
} | null>;
