/**
 * Messages that pass through the relay and the fronts, beside a relay and a reverse proxy of Node that look at nothing, in
 * interleaved rounds of one run; then the memory that the same ways need. Exit code 1 when a target does not hold.
 *
 *   npm run bench -- passing [--seconds 2 --rounds 5 --megabytes 1024 --only <pattern of names> --profile]
 */
import { parseArgs } from 'node:util';
import { bareProxy, httpFrontWay } from './http-ways.ts';
import { holdMemory } from './memory.ts';
import { goFor, type Pace, type Round } from './pace.ts';
import { startServing } from './programs.ts';
import { judgeMemory, judgeSpeed, type Measured } from './report.ts';
import { bareRelay, relayWay, stdioFrontWay } from './stdio-ways.ts';
import type { Way } from './way.ts';
import { startWitness } from './witness.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '1024' },
    profile: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const paces: readonly { readonly name: string; readonly pace: Pace; readonly counts: Measured['counts'] }[] =
  [
    { name: '100 a second', pace: { kind: 'steady', perSecond: 100 }, counts: 'p99' },
    { name: 'one after the other', pace: { kind: 'full', together: 1 }, counts: 'perSecond' },
    { name: '16 at a time', pace: { kind: 'full', together: 16 }, counts: 'perSecond' },
  ];

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

/** All ways take turns, every other time in reverse. */
async function measure(ways: readonly Way[], seconds: number, rounds: number): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const { name, pace, counts } of paces) {
    const found = new Map<Way, Round[]>(ways.map((way) => [way, []]));
    for (const way of ways) await goFor(way, pace, seconds / 2);
    for (let round = 0; round < rounds; round += 1) {
      for (const way of round % 2 === 0 ? ways : ways.toReversed())
        found.get(way)?.push(await goFor(way, pace, seconds));
    }
    console.error(`${name}: ${rounds} rounds done`);
    for (const [way, all] of found) {
      const { name: wayName, reference } = way;
      measured.push({
        way: { name: wayName, reference },
        pace: name,
        counts,
        perSecond: median(all.map((one) => one.perSecond)),
        p50: median(all.map((one) => one.p50)),
        p99: median(all.map((one) => one.p99)),
        processor: median(all.map((one) => one.processor)),
      });
    }
  }
  return measured;
}

const sink = await startServing('./sink.mjs');
const server = await startServing('./peer-http.mjs');
const witness = await startWitness(sink.url, server.url, values.profile ? ['--cpu-prof'] : []);
const relay = 'bare relay';
const proxy = 'bare reverse proxy';
const all = [
  bareRelay(relay, 'session/prompt'),
  relayWay(witness, relay),
  await stdioFrontWay(witness, relay),
  await bareProxy(server.url, proxy),
  await httpFrontWay(witness, proxy),
];
const ways = all.filter(({ name }) => new RegExp(values.only).test(name));
try {
  const speed = judgeSpeed(await measure(ways, Number(values.seconds), Number(values.rounds)));
  console.log(`${speed.text}\n`);
  const megabytes = Number(values.megabytes);
  const memory = [];
  for (const way of ways) {
    if (way.reference === null || megabytes === 0) continue;
    memory.push({ way: way.name, held: await holdMemory(way, megabytes) });
    console.error(`${way.name}: ${megabytes} MB passed`);
  }
  const flat = judgeMemory(megabytes, memory);
  console.log(flat.text);
  process.exitCode = speed.hold && flat.hold ? 0 : 1;
} finally {
  for (const way of all) await way.end();
  await witness.end();
  await server.end();
  await sink.end();
}
