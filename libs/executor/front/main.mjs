// Stands before a stdio MCP server in the agent's configuration: starts it, passes every byte on in both directions,
// ends as it ends, and tells the executor what passed. Where the executor is gone it goes on without.
import { control } from './control.mjs';
import { output, startServer } from './server.mjs';

const address = process.env.WITNESS_FRONT ?? '';
delete process.env.WITNESS_FRONT;

const fail = (code, text) => {
  process.stderr.write(`witness: ${text}\n`);
  process.exit(code);
};

const link = await control(address);
if (link === null) {
  fail(
    1,
    'this server is started by way of a relay that has ended; start the agent again under `witness run`',
  );
} else {
  const exit = await startServer(link.start, link);
  await link.finish();
  if (exit.error !== undefined) {
    fail(exit.error === 'ENOENT' ? 127 : 126, `the server could not be started (${exit.error})`);
  } else {
    output.destroy();
    if (exit.signal !== null) process.kill(process.pid, exit.signal);
    process.exit(exit.code ?? 1);
  }
}
