import { makeSample } from '@mcp-witness/client/sample';
import { type Command } from 'commander';
import { askService } from '../service/connect.ts';
import { readServiceAddress } from '../settings.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

/** `witness demo`. */
export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .summary('record a sample session to look around in')
    .description(
      'Records a session that shows every kind of status, marked as a sample wherever it is shown, and prints its id. It is recorded in the log like any other; the console erases it on its page.',
    )
    .option('--json', 'id and page as JSON')
    .addHelpText('after', '\nExample:\n  witness report "$(witness demo)"')
    .action(async (flags: { readonly json?: true }) => {
      const session_id = await askService(terminal, makeSample, undefined, 'evidence:write');
      const url = new URL(`#/sessions/${session_id}`, readServiceAddress(terminal.environment).url).href;
      if (flags.json === true) {
        printJson(terminal, { session_id, url });
        return;
      }
      printLine(terminal.out, session_id);
      printLine(terminal.err, `look at it with \`witness report ${session_id}\`, or at ${url}`);
    });
}
