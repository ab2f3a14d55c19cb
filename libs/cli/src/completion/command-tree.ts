import type { Command } from 'commander';

/** One option as it is typed: `--status`, and the values that are known for it. */
export interface KnownOption {
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** One command by the words that lead to it, beginning with the program's own name. */
export interface KnownCommand {
  readonly words: readonly string[];
  readonly description: string;
  readonly options: readonly KnownOption[];
  readonly subcommands: readonly string[];
  /** Values of its first argument, where they are known. */
  readonly choices: readonly string[];
}

function optionsOf(command: Command): readonly KnownOption[] {
  const help = { name: '--help', description: 'show what it does', takesValue: false, choices: [] };
  const own = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => ({
      name: option.long ?? option.short ?? '',
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    }));
  return [...own, help];
}

/** The command and all below it, parents first. */
export function commandTree(command: Command, above: readonly string[] = []): readonly KnownCommand[] {
  const words = [...above, command.name()];
  const known = {
    words,
    description: command.summary() || command.description(),
    options: optionsOf(command),
    subcommands: command.commands.map((one) => one.name()),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [known, ...command.commands.flatMap((one) => commandTree(one, words))];
}
