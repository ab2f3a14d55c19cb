import type { FileHandle } from 'node:fs/promises';
import { type Batch, batchLimits, batchOf } from './backlog.ts';
import { decodeLine, wholeLines } from './record.ts';

export async function readAt(file: FileHandle, from: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function collect(lines: readonly Buffer[], from: number): Batch {
  const events: string[] = [];
  let end = from;
  for (const line of lines) {
    if (events.length === batchLimits.events) break;
    const entry = decodeLine(line);
    if (entry?.kind === 'event') events.push(entry.json);
    end += line.length + 1;
  }
  return batchOf(events, end);
}

/**
 * The events between the bytes `from` and `upTo`; what is no whole record is passed over. A last line without its newline is
 * left for later. Null when there is no event.
 */
export async function readBatch(file: FileHandle, from: number, upTo: number): Promise<Batch | null> {
  let at = from;
  let size: number = batchLimits.bytes;
  for (;;) {
    const bytes = await readAt(file, at, Math.min(size, Math.max(upTo - at, 0)));
    const { lines } = wholeLines(bytes);
    if (lines.length === 0) {
      if (bytes.length < size) return null;
      size *= 2;
      continue;
    }
    const batch = collect(lines, at);
    if (batch.json.length > 0) return batch;
    at = batch.end;
  }
}
