import type { Readable, Writable } from 'node:stream';

/** Passes an agent's standard error on as it comes, at the pace of who reads it. Resolves at its end; where nobody takes it, it goes nowhere. */
export function passErrors(
  from: Readable | null,
  to: Writable,
  seen: (chunk: Buffer) => void,
): Promise<void> {
  if (from === null) return Promise.resolve();
  const goOn = (): void => void from.resume();
  to.on('error', goOn).on('drain', goOn).on('close', goOn);
  from.on('data', (chunk: Buffer) => {
    seen(chunk);
    if (to.destroyed || to.writableEnded) return;
    if (!to.write(chunk)) from.pause();
  });
  return new Promise((resolve) => {
    const over = (): void => {
      to.off('error', goOn).off('drain', goOn).off('close', goOn);
      resolve();
    };
    from.once('end', over).once('error', over).once('close', over);
  });
}
