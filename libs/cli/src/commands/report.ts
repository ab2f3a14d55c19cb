import { type Command } from 'commander';
import { renderReport } from '../report/render-report.ts';
import { askService } from '../service/connect.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

/** `witness report`. */
export function addReportCommand(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .summary("print what a session's MCP servers really did")
    .description("Prints a session's report: its current attempt in full, and the two before it.")
    .argument('<session>', "the session's id")
    .option('--json', 'the report as JSON')
    .addHelpText('after', '\nExample:\n  witness report s-1')
    .action(async (session: string, flags: { readonly json?: true }) => {
      const history = await askService(
        terminal,
        (client) => client.report(session),
        `session ${printable(session)}; \`witness sessions\` lists those that it knows`,
      );
      if (flags.json === true) printJson(terminal, history);
      else printLine(terminal.out, renderReport(history, terminal.colors));
    });
}
