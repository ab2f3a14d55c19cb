import { type Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { rebuildInService } from '../projections/rebuild-in-service.ts';
import { renderProjections } from '../report/render-projections.ts';
import { askService } from '../service/connect.ts';
import { readServiceSettings } from '../service/read-service-settings.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

async function rebuildHere(terminal: Terminal, json: boolean, signal: AbortSignal): Promise<void> {
  const { service, settings } = await readServiceSettings(terminal);
  const onProgress = ({
    events,
    position,
    goal,
  }: {
    events: number;
    position: string;
    goal: string;
  }): void => {
    printLine(terminal.err, `witness: ${events} events folded, position ${position} of ${goal}`);
  };
  const result = await service.rebuildProjections(settings, { signal, onProgress });
  switch (result.outcome) {
    case 'busy':
      throw new CommandFailure(exitCodes.failure, 'another process rebuilds already; wait until it is done');
    case 'stopped':
      throw new CommandFailure(exitCodes.interrupted, 'stopped; readers see what they saw before');
    case 'rebuilt':
      if (json) printJson(terminal, result);
      else printLine(terminal.out, `rebuilt from ${result.events} events, up to position ${result.position}`);
  }
}

/** A service that runs does it; where none was named and none answers, this process does. */
async function rebuild(terminal: Terminal, json: boolean): Promise<void> {
  const { WITNESS_URL: named = '' } = terminal.environment;
  await interruptible(async (signal) => {
    try {
      const rebuilt = await rebuildInService(terminal, signal);
      if (json) printJson(terminal, rebuilt);
      else printLine(terminal.out, `rebuilt as generation ${rebuilt.generation}`);
    } catch (error) {
      const away = error instanceof CommandFailure && error.exitCode === exitCodes.unreachable;
      if (!away || named !== '') throw error;
      await rebuildHere(terminal, json, signal);
    }
  });
}

async function list(terminal: Terminal, json: boolean): Promise<void> {
  const listed = await askService(terminal, (client) => client.projections(), 'the projections', 'admin');
  if (json) printJson(terminal, listed);
  else printLine(terminal.out, renderProjections(listed.projections));
}

interface Flags {
  readonly json?: true;
}

/** `witness projections`. */
export function addProjectionsCommand(program: Command, terminal: Terminal): void {
  const projections = program
    .command('projections')
    .summary('care for the read models')
    .description('Read models are folded from the log and can be built anew from it at any time.');
  projections
    .command('list')
    .summary('how far the read models are, and what is being built')
    .description('Asks the service how its read models stand. Needs the scope admin.')
    .option('--json', 'the whole list, as JSON')
    .addHelpText('after', '\nExample:\n  witness projections list')
    .action((flags: Flags) => list(terminal, flags.json === true));
  projections
    .command('rebuild')
    .summary('build the read models anew from the log')
    .description(
      'Has the service build the read models anew beside the live ones and swap them in; needs the scope admin. ' +
        'Where WITNESS_URL is not set and no service answers, it is done here, on the database of the settings.',
    )
    .option('--json', 'what was done, as JSON')
    .addHelpText('after', '\nExample:\n  witness projections rebuild')
    .action((flags: Flags) => rebuild(terminal, flags.json === true));
}
