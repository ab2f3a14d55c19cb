/**
 * Evidence over HTTP beside the event log's own port as the service uses it, payloads sealed, for batches of the same size, in
 * interleaved rounds on one server; the port without sealing stands beside them.
 *
 *   npm run bench -- ingest [--seconds 2 --rounds 3 --profile DIRECTORY]
 */
import { parseArgs } from 'node:util';
import { evidenceArm } from './evidence.ts';
import { measure } from './measure.ts';
import { portArm } from './port.ts';
import { processorTimeOfFamily } from './processor.ts';
import { judge, table } from './report.ts';
import { withServer } from './server.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});

const batch = 100;
const port = `event log port, ${batch} an append`;
const sealed = `${port}, sealed`;
const targets = [{ of: `POST /v1/evidence, ${batch} a batch`, times: 0.5, reference: sealed }] as const;
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];

await withServer(async (server) => {
  const arms = [
    await portArm(server.url, batch),
    await portArm(server.url, batch, { sealed: true }),
    await evidenceArm(server.url, batch, profiling),
  ];
  const results = await measure(arms, {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    // A service is up for days: what counts is how it runs once its code is compiled.
    warmUp: 8,
    shared: { database: () => processorTimeOfFamily(server.pid) },
  });
  for (const arm of arms) await arm.close();
  const verdicts = judge(results, targets);
  console.log(`${table(results, sealed)}\n\n${verdicts.lines.join('\n')}`);
  process.exitCode = verdicts.hold ? 0 : 1;
});
