import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** An event as it stands in a spool. */
export interface SpooledEvent {
  readonly event_id: string;
  readonly attachment_attempt_id: string;
}

/** Event and attempt: an event id says something within its attempt only. */
export const keyOf = (attempt_id: string, event_id: string): string => `${attempt_id} ${event_id}`;

/** Read by the form of the file alone, `<crc32> <json>` a line, so that a mistake of who writes it is none of the reader's. */
function eventIn(line: string): SpooledEvent | null {
  const json = line.slice(9);
  const sum = crc32(Buffer.from(json)).toString(16).padStart(8, '0');
  if (json === '' || !line.startsWith(`${sum} `)) return null;
  const value = JSON.parse(json) as Partial<SpooledEvent>;
  const { event_id, attachment_attempt_id } = value;
  return event_id === undefined || attachment_attempt_id === undefined
    ? null
    : { event_id, attachment_attempt_id };
}

/** Every event that whole lines of any spool in the directory hold. */
export async function spooledEvents(directory: string): Promise<readonly SpooledEvent[]> {
  const names = await readdir(directory).catch(() => []);
  const texts = await Promise.all(
    names.map((name) => readFile(join(directory, name), 'utf8').catch(() => '')),
  );
  return texts.flatMap((text) =>
    text
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => eventIn(line) ?? []),
  );
}
