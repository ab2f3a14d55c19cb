import { type Command } from 'commander';
import type { CheckResult } from '../doctor/finding.ts';
import { checkData, checkNode, checkSpool } from '../doctor/local-checks.ts';
import { checkService } from '../doctor/service-checks.ts';
import { exitCodes } from '../exit-codes.ts';
import { readServiceAddress } from '../settings.ts';
import { type Colors, printJson, printLine, type Terminal } from '../terminal/terminal.ts';

function render({ check, state, found, advice }: CheckResult, colors: Colors): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red }[state];
  const line = `${paint(state.padEnd(4))}  ${check.padEnd(8)} ${found}`;
  return advice === null ? line : `${line}\n${' '.repeat(15)}${advice}`;
}

/** `witness doctor`. */
export function addDoctorCommand(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command('doctor')
    .summary('check what this machine needs for witness, and say what to do')
    .description('Checks Node, the data directory, the spool, the service and the access to it.')
    .option('--json', 'the checks as JSON')
    .addHelpText('after', '\nExample:\n  witness doctor')
    .action(async (flags: { readonly json?: true }) => {
      const { environment } = terminal;
      const checks = [
        checkNode(process.versions.node),
        await checkData(environment),
        await checkSpool(environment),
        ...(await checkService(readServiceAddress(environment))),
      ];
      if (flags.json === true) printJson(terminal, checks);
      else for (const check of checks) printLine(terminal.out, render(check, terminal.colors));
      exit(checks.some((check) => check.state === 'fail') ? exitCodes.failure : exitCodes.ok);
    });
}
