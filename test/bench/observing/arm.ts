import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { type Counting, startCounting } from './collector.ts';
import type { Order, Told } from './orders.ts';

export type Way = 'unobserved' | 'witness' | 'agentcat';

/** A server that is observed in one way, in a process of its own, with a collector of its own. */
export interface Arm {
  readonly name: string;
  readonly collector: Counting;
  readonly isAlive: boolean;
  go(calls: number): Promise<Told>;
  /** Waits until the collector gets no more, and tells the processor time. */
  rest(): Promise<number>;
  /** How it ended: its exit code, or null when it had to be ended after ten seconds. */
  end(order: Extract<Order, { kind: 'leave' | 'exit' }>): Promise<number | null>;
}

const program = fileURLToPath(new URL('./server.ts', import.meta.url));
const LOOK_MS = 500;
const MOST_LOOKS = 60;
const PATIENCE_MS = 10_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function answer(child: ChildProcess, order: Order): Promise<Told> {
  const told = once(child, 'message');
  child.send(order);
  return ((await told) as [Told])[0];
}

/** What is wrong at the address that a server is given: nobody is there, or one who takes everything and never answers. */
export type Fault = 'gone' | 'silent';

export async function startArm(
  name: string,
  way: Way,
  folder: string,
  fault: Fault | null = null,
): Promise<Arm> {
  const collector = await startCounting(fault === 'silent');
  if (fault === 'gone') collector.close();
  const address = collector.url;
  const child = fork(program, [way, address, way === 'agentcat' ? folder : ''], {
    execArgv: process.execArgv,
    stdio: ['ignore', 'inherit', fault !== null ? 'ignore' : 'inherit', 'ipc'],
    // AgentCat keeps a log in the home folder.
    env: { ...process.env, HOME: folder },
  });
  await once(child, 'message');
  return {
    name,
    collector,
    get isAlive() {
      return !hasEnded(child);
    },
    go: (calls) => answer(child, { kind: 'go', calls }),
    async rest() {
      let before = -1;
      for (let looks = 0; looks < MOST_LOOKS && collector.requests !== before; looks += 1) {
        before = collector.requests;
        await pause(LOOK_MS);
      }
      return (await answer(child, { kind: 'look' })).processor;
    },
    async end(order) {
      if (hasEnded(child)) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.send(order);
      const [code] = await Promise.race([ended, pause(PATIENCE_MS, [null] as const, { ref: false })]);
      if (!hasEnded(child)) child.kill('SIGKILL');
      await pause(LOOK_MS);
      return code;
    },
  };
}
