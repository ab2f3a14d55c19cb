import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObservedEvent } from '../event.ts';
import { leftBehind, nextFileName } from './file-names.ts';
import type { Spool, SpooledEvents } from './spool.ts';

export interface FileSpoolOptions {
  readonly directory: string;
  /** The sink's name. */
  readonly name: string;
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

interface SpoolFile {
  readonly path: string;
  readonly bytes: number;
}

/** After the disk took nothing it is left alone for so long. */
const REST_MS = 10_000;

const isEvent = (value: unknown): value is ObservedEvent =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';

/** Lines that cannot be read are passed over: the end of a file may be missing after a crash. */
function parse(text: string): readonly ObservedEvent[] {
  return text.split('\n').flatMap((line) => {
    try {
      const event: unknown = JSON.parse(line);
      return isEvent(event) ? [event] : [];
    } catch {
      return [];
    }
  });
}

/** Null for what has no text, or more than a string may have. */
function written(events: readonly ObservedEvent[]): string | null {
  try {
    return events.map((event) => `${JSON.stringify(event)}\n`).join('');
  } catch {
    return null;
  }
}

/** Files of one line an event, readable by this user alone. What earlier processes left behind is taken over. */
export function createFileSpool(options: FileSpoolOptions): Spool {
  const { directory, name, maxBytes, now, log } = options;
  const files: SpoolFile[] = [];
  let bytes = 0;
  let opened: Promise<void> | null = null;
  let restUntil = 0;
  let toldFull = false;

  const fail = (why: string): false => {
    restUntil = now() + REST_MS;
    if (!toldFull) log(`the spool of ${name} takes nothing: ${why}`);
    toldFull = true;
    return false;
  };

  async function adopt(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const left of await leftBehind(directory, name)) {
      const path = join(directory, nextFileName(name));
      try {
        await rename(join(directory, left), path);
        const { size } = await stat(path);
        files.push({ path, bytes: size });
        bytes += size;
      } catch {
        // Another process was faster.
      }
    }
  }

  const open = (): Promise<void> =>
    (opened ??= adopt().catch(() => {
      opened = null;
      fail('the directory cannot be used');
    }));

  async function write(text: string): Promise<boolean> {
    const path = join(directory, nextFileName(name));
    try {
      await writeFile(`${path}.part`, text, { mode: 0o600 });
      await rename(`${path}.part`, path);
    } catch (error) {
      await rm(`${path}.part`, { force: true }).catch(() => undefined);
      return fail(error instanceof Error ? error.message.replace(directory, '') : 'unknown fault');
    }
    files.push({ path, bytes: Buffer.byteLength(text) });
    bytes += Buffer.byteLength(text);
    return true;
  }

  const removing = (file: SpoolFile) => async (): Promise<void> => {
    if (files[0] === file) bytes -= files.shift()?.bytes ?? 0;
    await rm(file.path, { force: true }).catch(() => undefined);
  };

  return {
    async append(events) {
      if (now() < restUntil) return false;
      await open();
      const text = written(events);
      if (text === null) return fail('an event cannot be written');
      if (bytes + Buffer.byteLength(text) > maxBytes) return fail('it is full');
      return write(text);
    },
    async next(): Promise<SpooledEvents | null> {
      await open();
      for (let file = files[0]; file !== undefined; file = files[0]) {
        const remove = removing(file);
        const events = parse(await readFile(file.path, 'utf8').catch(() => ''));
        if (events.length > 0) return { events, remove };
        await remove();
      }
      return null;
    },
  };
}
