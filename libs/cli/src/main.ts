import { exitCodes } from './exit-codes.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

const args = process.argv.slice(2);

/** Whoever read our output has what it wanted: `witness report | head` is no failure. An agent's output is not ours. */
if (args[0] !== 'run' && args[0] !== 'passthrough') {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  });
}

/** Whoever closed our stderr wants to hear nothing, which is no reason to end. */
process.stderr.on('error', () => undefined);

/** Resolves once all that was written is out, or nobody takes it any more. */
const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((settle) => {
    stream.once('close', settle).write('', () => {
      settle();
    });
  });

const code = await runProgram(args, processTerminal());
await Promise.all([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
