import { type Writable } from 'node:stream';

/** How long a client may leave what was sent to it unread. */
const patienceMilliseconds = 30_000;

type Outlet = Pick<Writable, 'write' | 'destroy' | 'once' | 'off' | 'destroyed'>;

/** True once there is room again; false when there is none in time, or the client is gone. */
const drained = (outlet: Outlet, milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (room: boolean): void => {
      clearTimeout(timer);
      outlet.off('drain', onDrain);
      signal.removeEventListener('abort', onEnd);
      resolve(room);
    };
    const onDrain = (): void => {
      settle(true);
    };
    const onEnd = (): void => {
      settle(false);
    };
    const timer = setTimeout(onEnd, milliseconds);
    outlet.once('drain', onDrain);
    signal.addEventListener('abort', onEnd);
    if (signal.aborted) onEnd();
  });

/**
 * Writes at the pace of the reader, and makes nothing before there is room for it. False: the reader did not read for
 * 30 seconds and was cut off, or the stream was ended.
 */
export const pour = async (
  outlet: Outlet,
  parts: AsyncIterable<string>,
  signal: AbortSignal,
  patience = patienceMilliseconds,
): Promise<boolean> => {
  for await (const part of parts) {
    if (outlet.destroyed) return false;
    if (outlet.write(part) || (await drained(outlet, patience, signal))) continue;
    outlet.destroy();
    return false;
  }
  return true;
};
