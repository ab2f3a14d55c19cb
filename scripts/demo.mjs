// A real agent, offline, under `witness run`: what its session was sent, reached, listed and used, read back from the
// running service. `npm run demo [copilot|gemini|opencode|claude|codex]`; the agent is installed from npm on first use.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { agentNamed } from '../test/agents/harness/registry.mjs';
import { playStory } from '../test/agents/harness/story.mjs';

const serviceUrl = process.env.WITNESS_URL ?? 'http://127.0.0.1:4477';
const witness = fileURLToPath(new URL('../libs/cli/bin/witness.mjs', import.meta.url));

const ready = await fetch(`${serviceUrl}/readyz`).then(
  (answer) => answer.ok,
  () => false,
);
if (!ready) {
  process.stderr.write(
    `No Witness service is ready at ${serviceUrl}. Start it with \`npm start\` in another terminal, then run this again.\n`,
  );
  process.exit(6);
}

const sessionId = randomUUID();
const printReport = async () => {
  process.stderr.write(`\nwitness report ${sessionId}\n\n`);
  const report = spawnSync(process.execPath, [witness, 'report', sessionId], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, WITNESS_URL: serviceUrl },
  });
  if (report.status !== 0) process.exitCode = 1;
};

await playStory({
  agent: agentNamed(process.argv[2] ?? 'copilot'),
  serviceUrl,
  sessionId,
  onStep: (text) => process.stderr.write(`${text}\n`),
  whileLoaded: printReport,
});
process.stderr.write(`\nIn the browser: ${serviceUrl}/#/sessions/${sessionId}\n`);
