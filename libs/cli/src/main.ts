import { once } from 'node:events';
import { exitCodes } from './exit-codes.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

const args = process.argv.slice(2);

/** Whoever read our output has what it wanted: `witness report | head` is no failure. An agent's output is not ours. */
if (args[0] !== 'run') {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  });
}

async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed) {
    await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
  }
}

const code = await runProgram(args, processTerminal());
await Promise.allSettled([drained(process.stdout), drained(process.stderr)]);
process.exit(code);
