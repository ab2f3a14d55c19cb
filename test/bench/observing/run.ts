/**
 * What observing costs the server that is observed, beside the same server unobserved and beside AgentCat, all three in
 * interleaved rounds of one run; then what is lost at the end of the process, and what becomes of it when the collector
 * is away. AgentCat comes from npm on first use. Exit code 1 when a target does not hold.
 *
 *   npm run bench -- observing [--calls 1000 --rounds 6 --dead-seconds 12]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { agentcatFolder } from './agentcat.ts';
import { type Arm, type Fault, startArm, type Way } from './arm.ts';
import { judgeCost, judgeDead, judgeEnds } from './report.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '6' },
    'dead-seconds': { type: 'string', default: '12' },
  },
});
const calls = Number(values.calls);
const rounds = Number(values.rounds);
const folder = agentcatFolder();
const ways: readonly (readonly [string, Way])[] = [
  ['unobserved', 'unobserved'],
  ['Witness, OTLP', 'witness'],
  ['AgentCat 1.0.1', 'agentcat'],
];

const starting = (which = ways, fault: Fault | null = null): Promise<readonly Arm[]> =>
  Promise.all(which.map(([name, way]) => startArm(name, way, folder, fault)));

/** All take turns, every other time in reverse. */
async function cost(): Promise<ReturnType<typeof judgeCost>> {
  const arms = await starting();
  const found = new Map(arms.map((arm) => [arm, { times: [] as number[], before: 0 }]));
  for (const arm of arms) await arm.go(calls / 2);
  for (const [arm, seen] of found) {
    seen.before = await arm.rest();
    arm.collector.reset();
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const arm of round % 2 === 0 ? arms : arms.toReversed())
      found.get(arm)?.times.push(...(await arm.go(calls)).times);
    console.error(`round ${round + 1} of ${rounds} done`);
  }
  const costs = [];
  for (const [arm, { times, before }] of found) {
    const processor = ((await arm.rest()) - before) / times.length;
    const { requests, calls: told } = arm.collector;
    costs.push({ name: arm.name, times, processor, requests, told });
  }
  for (const arm of arms) await end(arm, 'exit');
  return judgeCost(costs);
}

async function end(arm: Arm, kind: 'leave' | 'exit'): Promise<number | null> {
  const code = await arm.end({ kind });
  arm.collector.close();
  return code;
}

/** So many calls, and then the end: orderly, or at once. */
async function ends(): Promise<ReturnType<typeof judgeEnds>> {
  const found = [];
  for (const kind of ['leave', 'exit'] as const) {
    for (const arm of await starting(ways.slice(1))) {
      await arm.go(calls);
      const code = await end(arm, kind);
      found.push({ name: arm.name, kind, code, lost: calls - arm.collector.calls });
    }
  }
  return judgeEnds(found, calls);
}

async function dead(fault: Fault, seconds: number): Promise<ReturnType<typeof judgeDead>> {
  const arms = await starting(ways, fault);
  const times = new Map<Arm, readonly number[]>();
  for (const arm of arms) times.set(arm, (await arm.go(calls)).times);
  await pause(seconds * 1_000);
  const found = [];
  for (const arm of arms) {
    const alive = arm.isAlive;
    found.push({ name: arm.name, times: times.get(arm) ?? [], alive, code: await end(arm, 'leave') });
  }
  return judgeDead(found, fault, seconds);
}

const deadSeconds = Number(values['dead-seconds']);
const judged = [
  await cost(),
  await ends(),
  await dead('gone', deadSeconds),
  await dead('silent', deadSeconds),
];
for (const { text } of judged) console.log(`${text}\n`);
process.exitCode = judged.every(({ holds }) => holds) ? 0 : 1;
