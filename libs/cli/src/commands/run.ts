import { type Command } from 'commander';
import { isId, runAgent, spoolDirectory } from '@mcp-witness/executor';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readProfileOrFail } from '../profile/read-profile-or-fail.ts';
import { readServiceAddress } from '../settings.ts';
import { printable } from '../terminal/printable.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

interface RunFlags {
  readonly task?: string;
  readonly session?: string;
  readonly profile?: string;
  readonly inject: boolean;
  readonly verbose?: true;
  readonly json?: true;
}

type Level = 'trouble' | 'detail';

function idOf(flag: '--session' | '--task', value: string | undefined): string | null {
  if (value === undefined || isId(value)) return value ?? null;
  throw new CommandFailure(exitCodes.usage, `${flag} takes 1 to 200 printable characters`);
}

/** stdout is the agent's, so that everything of ours goes to stderr. */
function teller(terminal: Terminal, json: boolean): (level: Level) => (message: string) => void {
  return (level) => (message) => {
    const line = json ? JSON.stringify({ level, message }) : `witness: ${printable(message)}`;
    printLine(terminal.err, line);
  };
}

/** `witness run`: exits as the agent does. */
export function addRunCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('run')
    .summary('run an ACP agent under the relay and keep the evidence of its MCP servers')
    .description(
      "Runs an ACP agent. Every byte passes as it came, but for the servers that are added to its sessions, and those that the profile denies. The exit code is the agent's.",
    )
    .argument('<command...>', 'the agent and its arguments, after --')
    .option('--session <id>', 'every session call of this process belongs to this session')
    .option('--task <id>', 'the task that the sessions are part of')
    .option(
      '--profile <file>',
      'servers to add and rules for those that are there; profile.schema.json has its form',
    )
    .option('--no-inject', 'add no server; only watch')
    .option('--verbose', 'say on stderr what happens')
    .option('--json', "what is said on stderr as JSON, {level, message} a line; stdout stays the agent's")
    .passThroughOptions()
    .addHelpText('after', '\nExample:\n  witness run --task t-1 --session s-1 -- opencode acp')
    .action(async ([file = '', ...args]: string[], flags: RunFlags) => {
      const tell = teller(terminal, flags.json === true);
      const code = await runAgent({
        command: [file, ...args],
        session: idOf('--session', flags.session),
        task: idOf('--task', flags.task),
        inject: flags.inject,
        profile: flags.profile === undefined ? null : await readProfileOrFail(flags.profile),
        service: readServiceAddress(terminal.environment),
        spoolDirectory: spoolDirectory(terminal.environment),
        environment: terminal.environment,
        input: terminal.input,
        output: terminal.out,
        onTrouble: tell('trouble'),
        onDetail: flags.verbose === true ? tell('detail') : () => undefined,
      });
      exit(code);
    });
}
