import { type Command } from 'commander';
import { askService } from '../service/connect.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

/** `witness diagnostics`. */
export function addDiagnosticsCommand(program: Command, terminal: Terminal): void {
  program
    .command('diagnostics')
    .summary('print what may be given to somebody who helps')
    .description(
      'Prints statuses, checklists, reasons, findings, versions and times of a session, and nothing else: no arguments, results, paths or output. Says what was left out.',
    )
    .argument('<session>', "the session's id")
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  witness diagnostics s-1 > s-1.txt')
    .action(async (session: string, flags: { readonly json?: true }) => {
      const missing = `session ${printable(session)}; \`witness sessions\` lists those that it knows`;
      if (flags.json === true) {
        printJson(terminal, await askService(terminal, (client) => client.diagnostics(session), missing));
        return;
      }
      const text = await askService(terminal, (client) => client.diagnosticsText(session), missing);
      printLine(terminal.out, text.trimEnd().split('\n').map(printable).join('\n'));
    });
}
