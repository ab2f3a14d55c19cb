import { isId } from '@mcp-witness/executor';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../terminal/printable.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

export type Level = 'trouble' | 'detail';

export function idOf(flag: '--session' | '--task', value: string | undefined): string | null {
  if (value === undefined || isId(value)) return value ?? null;
  throw new CommandFailure(exitCodes.usage, `${flag} takes 1 to 200 printable characters`);
}

/** stdout is the agent's, so that everything of ours goes to stderr. */
export function teller(terminal: Terminal, json: boolean): (level: Level) => (message: string) => void {
  return (level) => (message) => {
    const line = json ? JSON.stringify({ level, message }) : `witness: ${printable(message)}`;
    printLine(terminal.err, line);
  };
}
