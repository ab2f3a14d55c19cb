import { isId } from '@mcp-witness/executor';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../terminal/printable.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

export type Level = 'trouble' | 'detail';

function idOf(name: string, value: string | undefined): string | null {
  if (value === undefined || isId(value)) return value ?? null;
  throw new CommandFailure(exitCodes.usage, `${name} takes 1 to 200 printable characters`);
}

interface Ids<Absent> {
  readonly session: string | Absent;
  readonly task: string | Absent;
}

/** Whose a run is: what the flags say, or else WITNESS_SESSION and WITNESS_TASK, which say nothing when empty. */
export function idsOf(
  { session, task }: Partial<Ids<undefined>>,
  { WITNESS_SESSION, WITNESS_TASK }: Terminal['environment'],
): Ids<null> {
  const either = (flag: string, given: string | undefined, name: string, set = ''): string | null =>
    given === undefined && set !== '' ? idOf(name, set) : idOf(flag, given);
  return {
    session: either('--session', session, 'WITNESS_SESSION', WITNESS_SESSION),
    task: either('--task', task, 'WITNESS_TASK', WITNESS_TASK),
  };
}

/** stdout is the agent's, so that everything of ours goes to stderr. */
export function teller(terminal: Terminal, json: boolean): (level: Level) => (message: string) => void {
  return (level) => (message) => {
    const line = json ? JSON.stringify({ level, message }) : `witness: ${printable(message)}`;
    printLine(terminal.err, line);
  };
}
