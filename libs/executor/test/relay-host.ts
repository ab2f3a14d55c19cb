/** Runs an agent under the relay that says its process id and never ends by itself. Argument: the spool directory. */
import { runAgent } from '../src/run.ts';

const agent = 'console.log(process.pid); setInterval(() => {}, 1000)';

await runAgent({
  command: [process.execPath, '-e', agent],
  session: null,
  task: null,
  inject: false,
  service: { url: 'http://127.0.0.1:9', apiKey: null },
  spoolDirectory: process.argv[2] ?? '',
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  onTrouble: () => undefined,
  onDetail: () => undefined,
});
