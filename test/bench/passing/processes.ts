import { readdirSync, readFileSync } from 'node:fs';
import type { Way } from './way.ts';

/** Resident megabytes of a process. */
export function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Microseconds that all threads of a way's processes have had of the processor. */
export function processorTime({ processes }: Way): number {
  const threads = Object.values(processes).flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`),
  );
  return threads.reduce((sum, path) => sum + Number(readFileSync(path, 'utf8').split(' ')[0]) / 1_000, 0);
}
