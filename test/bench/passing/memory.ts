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

/** What passed, and what was held meanwhile. */
export interface Holding {
  readonly way: string;
  readonly megabytes: number;
  readonly held: readonly Held[];
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

const mostOf = (numbers: readonly number[]): number => Math.max(...numbers);

/**
 * Lets `megabytes` of frames pass, or as many as pass in `seconds`, and looks at the processes after each hundredth part: in
 * the second tenth of them, when all is warm, and in the last.
 */
export async function holdMemory(way: Way, megabytes: number, seconds: number): Promise<Holding> {
  const looks: Record<string, number>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (looks.length < 100 && (looks.length < 10 || performance.now() < end)) {
    await pass(way, (megabytes * megabyte) / 100);
    const now = Object.entries(way.processes).map(([name, pid]) => [name, residentOf(pid)] as const);
    looks.push(Object.fromEntries(now));
  }
  const tenth = looks.length / 10;
  const held = Object.keys(way.processes).map((name) => {
    const of = looks.map((look) => look[name] ?? NaN);
    const early = mostOf(of.slice(Math.floor(tenth), Math.ceil(tenth * 2)));
    return { process: name, early, late: mostOf(of.slice(-Math.ceil(tenth))) };
  });
  return { way: way.name, megabytes: Math.round((megabytes * looks.length) / 100), held };
}
