import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds that all threads of a process have had of the processor so far; 0 when it is gone. */
export function processorTimeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(nanoseconds) / 1_000;
    }, 0);
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** The same of a process with its children, as a PostgreSQL server has one for each connection. */
export const processorTimeOfFamily = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, member) => sum + processorTimeOf(member), 0);

/** Microseconds by part of what was measured. */
export type ProcessorTime = Readonly<Record<string, number>>;

/** Runs `act` and tells what each part had of the processor meanwhile. */
export async function countingProcessor<Result>(
  parts: Readonly<Record<string, () => number>>,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly processor: ProcessorTime }> {
  const look = (): Record<string, number> =>
    Object.fromEntries(Object.entries(parts).map(([name, time]) => [name, time()]));
  const before = look();
  const result = await act();
  const after = look();
  const processor = Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]),
  );
  return { result, processor };
}
