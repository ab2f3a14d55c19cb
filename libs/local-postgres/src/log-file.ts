import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const rotateAt = 8 * 1024 * 1024;
const tailBytes = 4096;

/** The server's log. Kept over restarts; one older file is kept beside it. */
export interface LogFile {
  readonly fd: number;
  /** What was written since it was opened, at most the last 4 KiB. */
  tail(): string;
  /** Calling it again does nothing: by then the number may be another file's. */
  close(): void;
}

export function openLogFile(path: string): LogFile {
  if (existsSync(path) && statSync(path).size > rotateAt) renameSync(path, `${path}.1`);
  const fd = openSync(path, 'a+', 0o600);
  const start = statSync(path).size;
  let closed = false;
  return {
    fd,
    tail: () => {
      const size = statSync(path).size;
      const from = Math.max(start, size - tailBytes);
      const buffer = Buffer.alloc(Math.max(0, size - from));
      return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, from)).trim();
    },
    close: () => {
      if (!closed) closeSync(fd);
      closed = true;
    },
  };
}
