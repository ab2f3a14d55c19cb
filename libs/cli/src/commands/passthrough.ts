import {
  passthroughClis,
  planDryRun,
  runPassthrough,
  spoolDirectory,
  stateDirectory,
} from '@mcp-witness/executor';
import { type Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readProfileOrFail } from '../profile/read-profile-or-fail.ts';
import { renderDryRun } from '../report/render-dry-run.ts';
import { idsOf, teller } from '../run/run-flags.ts';
import { readServiceAddress } from '../settings.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface PassthroughFlags {
  readonly task?: string;
  readonly session?: string;
  readonly profile?: string;
  readonly dryRun?: true;
  readonly verbose?: true;
  readonly json?: true;
}

function nameOf(cli: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(cli)) return cli;
  throw new CommandFailure(
    exitCodes.usage,
    `the name of a CLI is a word; known are ${passthroughClis.join(', ')}`,
  );
}

/** `witness passthrough`: exits as the CLI does. */
export function addPassthroughCommand(
  program: Command,
  terminal: Terminal,
  exit: (code: number) => void,
): void {
  program
    .command('passthrough')
    .summary("run a coding agent's own command line with servers of yours, and keep the evidence of them")
    .description(
      `Runs a command with the servers of the profile, and the in-session server, in the configuration of its own that a CLI reads: ${passthroughClis.join(', ')}. ` +
        "What is written is taken away at the end. The exit code is the command's.",
    )
    .argument('<cli>', 'whose configuration the command reads')
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--session <id>', 'the session that this is an attempt of; else WITNESS_SESSION, else a new one')
    .option('--task <id>', 'the task that the session is part of; else WITNESS_TASK')
    .option('--profile <file>', 'the servers; profile.schema.json has its form')
    .option('--dry-run', 'print what would be written, without secrets, and do nothing')
    .option('--verbose', 'say on stderr what happens')
    .option('--json', "what is said on stderr, or the dry run on stdout, as JSON; stdout stays the command's")
    .addHelpText(
      'after',
      '\nExample:\n  witness passthrough claude --profile servers.json -- claude -p "What is new?"',
    )
    .action(async (cli: string, [file = '', ...args]: string[], flags: PassthroughFlags) => {
      const { environment } = terminal;
      const tell = teller(terminal, flags.json === true);
      const asked = {
        cli: nameOf(cli),
        command: [file, ...args] as const,
        directory: process.cwd(),
        ...idsOf(flags, environment),
        profile: flags.profile === undefined ? null : await readProfileOrFail(flags.profile),
        environment,
        stateDirectory: stateDirectory(environment),
      };
      if (flags.dryRun === true) {
        const dry = await planDryRun(asked);
        if (flags.json === true) printJson(terminal, dry);
        else printLine(terminal.out, renderDryRun(dry, terminal.colors));
        return;
      }
      const code = await runPassthrough({
        ...asked,
        service: readServiceAddress(environment),
        spoolDirectory: spoolDirectory(environment),
        onTrouble: tell('trouble'),
        onDetail: flags.verbose === true ? tell('detail') : () => undefined,
      });
      exit(code);
    });
}
