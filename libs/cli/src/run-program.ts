import { CommanderError } from 'commander';
import { CommandFailure } from './command-failure.ts';
import { exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { printLine, type Terminal } from './terminal/terminal.ts';

/** What a mistake of ours throws. What is thrown on purpose says itself what happened and what to do. */
const isMistake = (error: unknown): boolean =>
  !(error instanceof Error) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

function codeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof CommandFailure) {
    printLine(terminal.err, `witness: ${error.message}`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  const prefix = isMistake(error) ? 'failed for a reason that was not foreseen: ' : '';
  printLine(terminal.err, `witness: ${prefix}${message}`);
  return exitCodes.failure;
}

/** Runs one command line (without the program's own name) and answers with its exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.ok;
  const program = createProgram(terminal, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, terminal);
  }
}
