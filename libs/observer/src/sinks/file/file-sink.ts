import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Batch, Sink } from '../sink.ts';

export interface FileSinkOptions {
  /** A directory of its own: `observed-2026-11-30.ndjson`, one file a day (UTC), one line an event. */
  readonly directory: string;
  /** Days that a file is kept after its own; 30 when absent. */
  readonly keepDays?: number;
  readonly name?: string;
}

const DAY_MS = 86_400_000;
const KEEP_DAYS = 30;
const FILE = /^observed-(\d{4}-\d{2}-\d{2})\.ndjson$/;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Losses stand on a line of their own. */
function linesOf({ events, lost }: Batch): string {
  const lines: object[] = [...events];
  if (lost.length > 0) lines.push({ kind: 'lost', at: Date.now(), lost });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Keeps events in files, readable by this user alone. A disk that takes nothing is a sink that is away. */
export function fileSink({ directory, keepDays = KEEP_DAYS, name = 'file' }: FileSinkOptions): Sink {
  let today = '';
  /** The last line may be there in part. */
  let isTorn = false;

  /** With the first batch of a day. */
  async function turn(day: string): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const oldest = dayOf(Date.now() - keepDays * DAY_MS);
    for (const file of await readdir(directory)) {
      const of = FILE.exec(file)?.[1];
      if (of !== undefined && of < oldest) await rm(join(directory, file), { force: true });
    }
    today = day;
  }

  return {
    name,
    async send(batch) {
      const day = dayOf(Date.now());
      if (day !== today) await turn(day);
      const lines = (isTorn ? '\n' : '') + linesOf(batch);
      isTorn = true;
      await appendFile(join(directory, `observed-${day}.ndjson`), lines, { mode: 0o600 });
      isTorn = false;
      return { outcome: 'taken' };
    },
  };
}
