import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { renderReport } from '../report/render-report.ts';
import { askService } from '../service/connect.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

export interface ReplayFlags {
  readonly atTime?: string;
  readonly atPosition?: string;
  readonly json?: true;
}

type Moment = { readonly at_time: string } | { readonly at_position: string };

function momentOf({ atTime, atPosition }: ReplayFlags): Moment {
  if (atTime !== undefined && atPosition !== undefined)
    throw new CommandFailure(
      exitCodes.usage,
      '--at-time and --at-position exclude each other; give one of them',
    );
  if (atPosition !== undefined) {
    if (!/^(0|[1-9]\d{0,38})$/.test(atPosition))
      throw new CommandFailure(
        exitCodes.usage,
        '--at-position takes a position of the log, which is a whole number',
      );
    return { at_position: atPosition };
  }
  return { at_time: atTime ?? new Date().toISOString() };
}

/** Prints a report as of a moment. */
export async function replay(terminal: Terminal, session: string, flags: ReplayFlags): Promise<void> {
  const moment = momentOf(flags);
  const history = await askService(
    terminal,
    (client) => client.reportAt(session, moment),
    `session ${printable(session)}, or had nothing of it by then`,
    'audit:read',
  );
  if (flags.json === true) printJson(terminal, history);
  else printLine(terminal.out, renderReport(history, terminal.colors));
}
