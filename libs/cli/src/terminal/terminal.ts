import type { Readable, Writable } from 'node:stream';
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** Where a command reads and writes. Results go to `out`; everything else to `err`. */
export interface Terminal {
  readonly input: Readable;
  readonly out: Writable;
  readonly err: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of `out`; plain where it is no terminal or NO_COLOR is set. */
  readonly colors: Colors;
}

export const printLine = (stream: Writable, line: string): void => void stream.write(`${line}\n`);

export const printJson = (terminal: Terminal, value: unknown): void => {
  printLine(terminal.out, JSON.stringify(value, null, 2));
};

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const colored = stdout.isTTY && !isSet(env.NO_COLOR) && env.TERM !== 'dumb';
  return { input: stdin, out: stdout, err: stderr, environment: env, colors: pc.createColors(colored) };
}
