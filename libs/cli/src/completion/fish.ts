import type { KnownCommand, KnownOption } from './command-tree.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** True in fish where exactly these words were typed, and none that leads further down. */
function condition({ words, subcommands }: KnownCommand): string {
  const typed = words.slice(1).map((word) => `__fish_seen_subcommand_from ${word}`);
  const further =
    subcommands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`];
  return quoted([...typed, ...further].join('; and '));
}

function optionLine(where: string, { name, description, takesValue, choices }: KnownOption): string {
  const flag = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `complete -c witness -n ${where} ${flag}${value} -d ${quoted(description)}`;
}

function linesOf(command: KnownCommand, all: readonly KnownCommand[]): readonly string[] {
  const where = condition(command);
  const depth = command.words.length;
  const below = all.filter(
    ({ words }) => words.length === depth + 1 && words.slice(0, depth).join(' ') === command.words.join(' '),
  );
  return [
    ...below.map(
      ({ words, description }) =>
        `complete -c witness -n ${where} -f -a ${words.at(-1) ?? ''} -d ${quoted(description)}`,
    ),
    ...command.choices.map((choice) => `complete -c witness -n ${where} -f -a ${choice}`),
    ...command.options.map((option) => optionLine(where, option)),
  ];
}

/** Completions for fish. */
export const fishCompletion = (commands: readonly KnownCommand[]): string =>
  commands.flatMap((command) => linesOf(command, commands)).join('\n');
