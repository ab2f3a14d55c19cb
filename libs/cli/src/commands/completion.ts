import { Argument, type Command } from 'commander';
import { bashCompletion, zshCompletion } from '../completion/bash.ts';
import { commandTree } from '../completion/command-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `witness completion`: of all commands that the program has when it is called. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .summary('print what lets a shell complete commands and options')
    .description('Prints a script for a shell, which then completes what is typed after `witness`.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(shells)))
    .option('--json', 'the script as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  witness completion bash >> ~/.bashrc\n  witness completion zsh >> ~/.zshrc\n  witness completion fish > ~/.config/fish/completions/witness.fish',
    )
    .action((shell: keyof typeof shells, flags: { readonly json?: true }) => {
      const script = shells[shell](commandTree(program));
      if (flags.json === true) printJson(terminal, { shell, script });
      else printLine(terminal.out, script);
    });
}
