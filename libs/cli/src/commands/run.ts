import { type Command } from 'commander';
import { clearLeftovers, runAgent, spoolDirectory, stateDirectory } from '@mcp-witness/executor';
import { readProfileOrFail } from '../profile/read-profile-or-fail.ts';
import { readServiceAddress } from '../settings.ts';
import { idsOf, teller } from '../run/run-flags.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface RunFlags {
  readonly task?: string;
  readonly session?: string;
  readonly profile?: string;
  readonly inject: boolean;
  readonly verbose?: true;
  readonly json?: true;
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
    .option(
      '--session <id>',
      'every session call of this process belongs to this session; else WITNESS_SESSION',
    )
    .option('--task <id>', 'the task that the sessions are part of; else WITNESS_TASK')
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
      const onTrouble = tell('trouble');
      const onDetail = flags.verbose === true ? tell('detail') : () => undefined;
      await clearLeftovers(stateDirectory(terminal.environment), { onTrouble, onDetail });
      const code = await runAgent({
        command: [file, ...args],
        ...idsOf(flags, terminal.environment),
        inject: flags.inject,
        profile: flags.profile === undefined ? null : await readProfileOrFail(flags.profile),
        service: readServiceAddress(terminal.environment),
        spoolDirectory: spoolDirectory(terminal.environment),
        environment: terminal.environment,
        input: terminal.input,
        output: terminal.out,
        onTrouble,
        onDetail,
      });
      exit(code);
    });
}
