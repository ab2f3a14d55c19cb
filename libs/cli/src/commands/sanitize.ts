import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { sanitizeCommand, sanitizeTarget, sanitizeText } from '@mcp-witness/evidence';
import { printJson, type Terminal } from '../terminal/terminal.ts';

const kinds = {
  text: (input: string) => sanitizeText(input, { maxBytes: Number.MAX_SAFE_INTEGER, keepLineBreaks: true }),
  summary: (input: string) => sanitizeText(input),
  target: (input: string) => sanitizeTarget(input.trim()),
  command: (input: string) => sanitizeCommand(input),
} as const;

interface SanitizeFlags {
  readonly as: keyof typeof kinds;
  readonly json?: true;
}

/** `witness sanitize`: the rules, to be tried on anything. */
export function addSanitizeCommand(program: Command, terminal: Terminal): void {
  program
    .command('sanitize')
    .summary('strike secrets out of stdin, as it is done before anything is kept')
    .description('Reads stdin and writes to stdout what would be kept of it.')
    .addOption(
      new Option('--as <kind>', 'text; summary (cut to 256 bytes); target (a URL); command')
        .choices(Object.keys(kinds))
        .default('text'),
    )
    .option('--json', 'the result as JSON')
    .addHelpText('after', '\nExample:\n  echo "Authorization: Bearer abc" | witness sanitize')
    .action(async (flags: SanitizeFlags) => {
      const input = await text(terminal.input);
      const output = kinds[flags.as](input);
      if (flags.json === true) printJson(terminal, { output, changed: output !== input });
      else terminal.out.write(output.endsWith('\n') ? output : `${output}\n`);
    });
}
