/**
 * Messages that pass through the relay and the fronts, beside a relay and a reverse proxy of Node that look at nothing, in
 * interleaved rounds of one run; then the memory that the same ways need while so many megabytes pass, or as many as do in
 * that time. Exit code 1 when a target does not hold.
 *
 *   npm run bench -- passing [--seconds 2 --rounds 5 --megabytes 1024 --memory-seconds 180 --only <pattern of names> --profile]
 */
import { parseArgs } from 'node:util';
import { bareProxy, httpFrontWay } from './http-ways.ts';
import { holdMemory } from './memory.ts';
import { goFor, type Pace, type Round } from './pace.ts';
import { startServing } from './programs.ts';
import { judgeMemory, judgeSpeed, type Measured } from './report.ts';
import { bareRelay, relayWay, stdioFrontWay } from './stdio-ways.ts';
import type { Way } from './way.ts';
import { startWitness, type Witness } from './witness.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '1024' },
    'memory-seconds': { type: 'string', default: '180' },
    profile: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const paces: readonly { readonly name: string; readonly pace: Pace }[] = [
  { name: '100 a second', pace: { kind: 'steady', perSecond: 100 } },
  { name: 'one after the other', pace: { kind: 'full', together: 1 } },
  { name: '16 at a time', pace: { kind: 'full', together: 16 } },
];

/** All ways take turns, every other time in reverse. */
async function measure(ways: readonly Way[], seconds: number, rounds: number): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const { name, pace } of paces) {
    const found = new Map<Way, Round[]>(ways.map((way) => [way, []]));
    for (const way of ways) await goFor(way, pace, seconds / 2);
    for (let round = 0; round < rounds; round += 1) {
      const turn = round % 2 === 0 ? ways : ways.toReversed();
      for (const way of turn) found.get(way)?.push(await goFor(way, pace, seconds));
    }
    console.error(`${name}: ${rounds} rounds done`);
    for (const [way, all] of found) measured.push({ way, pace: name, rounds: all });
  }
  return measured;
}

const sink = await startServing('./sink.mjs');
const server = await startServing('./peer-http.mjs');
const witness = (): Promise<Witness> =>
  startWitness(sink.url, server.url, values.profile ? ['--cpu-prof'] : []);
const relay = 'bare relay';
const proxy = 'bare reverse proxy';

/** Each with a `witness run` of its own, so that none works off what another has left behind. */
const starts: Readonly<Record<string, () => Promise<Way> | Way>> = {
  [relay]: () => bareRelay(relay, 'session/prompt'),
  relay: async () => relayWay(await witness(), relay),
  'stdio front': async () => stdioFrontWay(await witness(), relay),
  [proxy]: () => bareProxy(server.url, proxy),
  'http front': async () => httpFrontWay(await witness(), proxy),
};

const ways: Way[] = [];
try {
  for (const [name, start] of Object.entries(starts))
    if (new RegExp(values.only).test(name)) ways.push(await start());
  const speed = judgeSpeed(await measure(ways, Number(values.seconds), Number(values.rounds)));
  console.log(`${speed.text}\n`);
  const megabytes = Number(values.megabytes);
  const memory = [];
  for (const way of ways) {
    if (way.reference === null || megabytes === 0) continue;
    const holding = await holdMemory(way, megabytes, Number(values['memory-seconds']));
    memory.push(holding);
    console.error(`${way.name}: ${holding.megabytes} MB passed`);
  }
  const flat = judgeMemory(memory);
  console.log(flat.text);
  process.exitCode = speed.hold && flat.hold ? 0 : 1;
} finally {
  for (const way of ways) await way.end();
  await server.end();
  await sink.end();
}
