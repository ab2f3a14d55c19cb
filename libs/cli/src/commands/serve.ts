import { type Command } from 'commander';
import type * as Service from 'mcp-witness/service';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readServiceSettings } from '../service/read-service-settings.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

/** Resolves at the first signal that asks this process to stop; a later one ends it at once. */
function stopAsked(service: Pick<typeof Service, 'onStopSignals'>): Promise<NodeJS.Signals> {
  return new Promise((settle) => {
    const forced = (): void => {
      process.exit(exitCodes.interrupted);
    };
    service.onStopSignals({ gentle: settle, forced });
  });
}

async function serve(terminal: Terminal, json: boolean): Promise<void> {
  const { service, settings } = await readServiceSettings(terminal);
  const asked = stopAsked(service);
  const running = await service.startService(settings).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailure(exitCodes.failure, `the service could not be started: ${reason}`);
  });
  if (json) printLine(terminal.out, JSON.stringify({ url: running.url }));
  else printLine(terminal.err, `witness: the service answers at ${running.url}`);
  if (running.notice !== null) printLine(terminal.err, `witness: ${running.notice}`);
  printLine(terminal.err, `witness: stopping (${await asked}); send the signal again to end at once`);
  await running.close();
}

/** `witness serve`. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .summary('run the service until a signal ends it')
    .description(
      'Runs the service with its embedded database, or with the one of DATABASE_URL. Ends at SIGINT or SIGTERM.',
    )
    .option('--json', 'one line of JSON on stdout, with the url, once the service answers')
    .addHelpText('after', '\nExample:\n  WITNESS_PORT=4477 witness serve')
    .action((flags: { readonly json?: true }) => serve(terminal, flags.json === true));
}
