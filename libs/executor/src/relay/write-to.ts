import type { Writable } from 'node:stream';

/** Whether a stream takes more: a promise where that shows later. */
export type Open = boolean | Promise<boolean>;

/** Resolves when the stream takes more; false when it never will. */
function room(stream: Writable): Promise<boolean> {
  return new Promise((settle) => {
    const finish = (open: boolean) => (): void => {
      stream.off('drain', onDrain).off('close', onClose).off('error', onClose);
      settle(open);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    stream.on('drain', onDrain).on('close', onClose).on('error', onClose);
    if (stream.destroyed) onClose();
  });
}

const isBehind = (after: Buffer, before: Buffer): boolean =>
  after.buffer === before.buffer && after.byteOffset === before.byteOffset + before.length;

/** The same bytes; those that lie one behind the other in memory, as lines of one chunk do, as one. */
function joined(parts: readonly Buffer[]): readonly Buffer[] {
  const all: Buffer[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && isBehind(part, last))
      all[all.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + part.length);
    else all.push(part);
  }
  return all;
}

/** Writes, in one go; false when the stream takes no more at all. */
export function writeTo(stream: Writable, bytes: readonly Buffer[]): Open {
  if (stream.destroyed || stream.writableEnded) return false;
  const parts = bytes.length > 1 ? joined(bytes) : bytes;
  if (parts.length > 1) stream.cork();
  let open = true;
  for (const one of parts) open = stream.write(one);
  if (parts.length > 1) stream.uncork();
  return open ? true : room(stream);
}
