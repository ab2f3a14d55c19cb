import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';

/** Told apart from another process that had the same id, before this one or in another container. */
const token = randomBytes(4).toString('hex');
let count = 0;

/** `otlp-4711-9f86d081-0000000001.ndjson`: of one sink, process and life of it, in order. */
export function nextFileName(sink: string): string {
  count += 1;
  return `${sink}-${process.pid}-${token}-${String(count).padStart(10, '0')}.ndjson`;
}

const NAME = /^(.+)-(\d+)-([0-9a-f]{8})-\d{10}\.ndjson$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

function isLeft(file: string, sink: string): boolean {
  const [, ofSink, pid, ofToken] = NAME.exec(file) ?? [];
  if (ofSink !== sink || ofToken === token) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/** Files of a sink whose process has ended, the oldest first. */
export async function leftBehind(directory: string, sink: string): Promise<readonly string[]> {
  const files = await readdir(directory);
  return files.filter((file) => isLeft(file, sink)).sort();
}
