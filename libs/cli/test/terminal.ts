import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pc from 'picocolors';
import { runProgram } from '../src/run-program.ts';
import type { Terminal } from '../src/terminal/terminal.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Ends a command that minds SIGINT by it, once it does. Rejects where it never does. */
export async function interrupt(running: Promise<Ran>): Promise<Ran> {
  const deadline = Date.now() + 60_000;
  while (process.listenerCount('SIGINT') === 0) {
    if (Date.now() > deadline) throw new Error('The command does not mind SIGINT.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.emit('SIGINT');
  return running;
}

/** Runs one command line with streams of its own. */
export async function witness(
  args: readonly string[],
  given: { readonly input?: string; readonly environment?: Terminal['environment'] } = {},
): Promise<Ran> {
  const out = new PassThrough();
  const err = new PassThrough();
  const code = await runProgram(args, {
    input: Readable.from([Buffer.from(given.input ?? '')]),
    out,
    err,
    environment: { PATH: process.env.PATH, WITNESS_URL: 'http://127.0.0.1:9', ...given.environment },
    colors: pc.createColors(false),
  });
  out.end();
  err.end();
  return { code, out: await text(out), err: await text(err) };
}
