import { basename } from 'node:path';

type Command = readonly [string, ...string[]];

/** Where the CLI's own arguments begin: behind the word that names it, or -1 where none does (a wrapper of another name). */
function behind(command: Command, cli: string): number {
  return command.findIndex((word) => basename(word).replace(/\.(exe|cmd|js|mjs)$/i, '') === cli) + 1;
}

/** The command with a flag of ours: behind the CLI's own name, else at its end, before what follows `--`. */
export function withFlag(command: Command, cli: string, flag: string): Command {
  const at = behind(command, cli);
  const dashes = command.indexOf('--', 1);
  const end = dashes === -1 ? command.length : dashes;
  const place = at > 0 && at <= end ? at : end;
  const [first, ...rest] = command;
  return [first, ...rest.slice(0, place - 1), flag, ...rest.slice(place - 1)];
}

/** Whether one of these flags stands in the command, alone or with its value behind a `=`. */
export const hasFlag = (command: Command, flags: readonly string[]): boolean =>
  command.some((word) => flags.some((flag) => word === flag || word.startsWith(`${flag}=`)));
