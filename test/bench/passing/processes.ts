import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
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

const lookMs = 100;
const mostLooks = 300;

/** Waits until a way's processes have nothing left to do, 30 seconds at most: what is told of messages is told behind them. */
export async function atRest(way: Way): Promise<void> {
  let before = processorTime(way);
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await pause(lookMs);
    const now = processorTime(way);
    if (now - before < lookMs * 10) return;
    before = now;
  }
}
