import { type Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readServiceSettings } from '../service/read-service-settings.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

/** Runs `act` with a signal that SIGINT and SIGTERM abort. */
async function interruptible<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const stop = (): void => {
    abort.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await act(abort.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function rebuild(terminal: Terminal, json: boolean): Promise<void> {
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
  const result = await interruptible((signal) =>
    service.rebuildProjections(settings, { signal, onProgress }),
  );
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

/** `witness projections`. */
export function addProjectionsCommand(program: Command, terminal: Terminal): void {
  program
    .command('projections')
    .summary('care for the read models')
    .description('Read models are folded from the log and can be built anew from it at any time.')
    .command('rebuild')
    .summary('build the read models anew from the log')
    .description(
      'Builds the read models anew beside the live ones and swaps them in. With the embedded database no service may run meanwhile.',
    )
    .option('--json', 'what was done, as JSON')
    .addHelpText('after', '\nExample:\n  witness projections rebuild')
    .action((flags: { readonly json?: true }) => rebuild(terminal, flags.json === true));
}
