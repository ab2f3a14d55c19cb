import type { FileHandle } from 'node:fs/promises';
import type { EvidenceEvent } from '@mcp-witness/evidence';
import { type Batch, batchLimits } from './backlog.ts';
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

function decodeEvent(line: Buffer): EvidenceEvent | null {
  const entry = decodeLine(line);
  return entry?.kind === 'event' ? (JSON.parse(entry.json) as EvidenceEvent) : null;
}

function collect(lines: readonly Buffer[], from: number): Batch {
  const events: EvidenceEvent[] = [];
  let end = from;
  for (const line of lines) {
    if (events.length === batchLimits.events) break;
    const event = decodeEvent(line);
    if (event !== null) events.push(event);
    end += line.length + 1;
  }
  return { events, end };
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
    if (batch.events.length > 0) return batch;
    at = batch.end;
  }
}
