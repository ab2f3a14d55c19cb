import { type FileHandle, open } from 'node:fs/promises';
import { replaceByRest } from './copy-rest.ts';
import { writeAll } from './write-all.ts';

/** A line that a crash or a full disk cut off must not swallow the next one. */
const mend = '\n';

/** A file to which whole lines are appended, one write at a time. */
export interface LinesFile {
  readonly size: number;
  /** Open for reading; another one after `cut`. */
  readonly handle: FileHandle;
  /** Where the first of `lines` begins; null when they could not be written. `durable`: resolves once on disk. */
  append(lines: string, durable: boolean): Promise<number | null>;
  /** Leaves `head` and the events from byte `start` on. Rejects with everything as it was. */
  cut(start: number, head: string): Promise<void>;
  empty(): Promise<void>;
}

export async function openLinesFile(path: string): Promise<LinesFile> {
  let file = await open(path, 'a+', 0o600);
  let size = (await file.stat()).size;
  let torn = size > 0;
  return {
    get size() {
      return size;
    },
    get handle() {
      return file;
    },
    async append(lines, durable) {
      const bytes = Buffer.from(torn ? mend + lines : lines);
      const start = size + (torn ? mend.length : 0);
      try {
        torn = true;
        await writeAll(file, bytes);
        torn = false;
        size += bytes.length;
        if (durable) await file.datasync();
        return start;
      } catch {
        size = await file.stat().then(
          (stat) => stat.size,
          () => size,
        );
        return null;
      }
    },
    async cut(start, head) {
      ({ file, size } = await replaceByRest(file, path, start, head));
      torn = size > 0;
    },
    async empty() {
      await file.truncate(0);
      size = 0;
      torn = false;
    },
  };
}
