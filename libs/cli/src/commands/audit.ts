import { type Command } from 'commander';
import { exportLog } from '../audit/export-log.ts';
import { replay, type ReplayFlags } from '../audit/replay.ts';
import { verifyExportFile } from '../audit/verify-export-file.ts';
import { verifyLog } from '../audit/verify-log.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface KeyFlags {
  readonly publicKey?: readonly string[];
  readonly json?: true;
}

const keyOption = [
  '--public-key <key>',
  'a key that may have signed: a file, or base64; once for each',
  (key: string, before: readonly string[] = []): readonly string[] => [...before, key],
] as const;

/** `witness audit`. */
export function addAuditCommand(program: Command, terminal: Terminal): void {
  const audit = program
    .command('audit')
    .summary('look at the log itself, now and as of the past')
    .description('Replays reports, and checks that the log is what was recorded.');
  audit
    .command('replay')
    .summary("print a session's report as it was at a moment")
    .argument('<session>', "the session's id")
    .option('--at-time <time>', 'by the clock of the log, RFC 3339; now when neither is given')
    .option('--at-position <position>', 'by a place in the log')
    .option('--json', 'the report as JSON')
    .addHelpText('after', '\nExample:\n  witness audit replay s-1 --at-time 2026-11-30T12:00:00Z')
    .action((session: string, flags: ReplayFlags) => replay(terminal, session, flags));
  audit
    .command('verify')
    .summary('check every hash, block and signature of the log')
    .option(...keyOption)
    .option('--json', 'what was found, as JSON')
    .addHelpText(
      'after',
      '\nExit code 5: the log is not what was recorded.\n\nExample:\n  witness audit verify',
    )
    .action((flags: KeyFlags) => verifyLog(terminal, flags));
  audit
    .command('export')
    .summary("write the tenant's part of the log to stdout, or to a file")
    .option('--out <file>', 'a new file')
    .option('--json', 'what was written to the file, as JSON')
    .addHelpText('after', '\nExample:\n  witness audit export --out november.ndjson')
    .action((flags: { readonly out?: string; readonly json?: true }) => exportLog(terminal, flags));
  audit
    .command('verify-export')
    .summary('check a file of an export, without the service')
    .argument('<file>', 'as `witness audit export` wrote it; - for stdin')
    .option(...keyOption)
    .option('--json', 'what was found, as JSON')
    .addHelpText(
      'after',
      '\nExit code 5: the file is not what was exported.\n\nExample:\n  witness audit verify-export november.ndjson --public-key key.pem',
    )
    .action((file: string, flags: KeyFlags) => verifyExportFile(terminal, file, flags));
}
