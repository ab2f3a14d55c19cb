import { residentOf } from './processes.ts';
import { sizeOf, type Way } from './way.ts';

const megabyte = 1024 * 1024;
const together = 16;

/** Of one process: the most that it held while the first part of the frames passed, and while the last did. */
export interface Held {
  readonly process: string;
  readonly early: number;
  readonly late: number;
}

async function pass(way: Way, bytes: number): Promise<void> {
  let passed = 0;
  let turn = 0;
  const lane = async (): Promise<void> => {
    while (passed < bytes) {
      const size = sizeOf((turn += 1));
      passed += size + 300;
      await way.exchange(size);
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
}

/**
 * Lets `megabytes` of frames pass, and looks at the processes after each hundredth part: in the second tenth, when all
 * is warm, and in the last.
 */
export async function holdMemory(way: Way, megabytes: number): Promise<readonly Held[]> {
  const seen = Object.keys(way.processes).map((name) => ({ name, early: 0, late: 0 }));
  for (let part = 1; part <= 100; part += 1) {
    await pass(way, (megabytes * megabyte) / 100);
    for (const one of seen) {
      const now = residentOf(way.processes[one.name] ?? 0);
      if (part > 10 && part <= 20) one.early = Math.max(one.early, now);
      if (part > 90) one.late = Math.max(one.late, now);
    }
  }
  return seen.map(({ name, early, late }) => ({ process: name, early, late }));
}
