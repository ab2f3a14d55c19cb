import type { DryRun } from '@mcp-witness/executor';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';

const linesOf = (text: string | null): readonly string[] =>
  text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n');

/** What is different between the first and the last line that are; a file that is new is all of it. */
function difference(before: readonly string[], after: readonly string[], colors: Colors): readonly string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [end, other] = [before.length, after.length];
  while (end > start && other > start && before[end - 1] === after[other - 1])
    [end, other] = [end - 1, other - 1];
  return [
    ...before.slice(start, end).map((line) => colors.red(`- ${printable(line)}`)),
    ...after.slice(start, other).map((line) => colors.green(`+ ${printable(line)}`)),
  ];
}

function serverLine({ name, outcome, reason_code, summary }: DryRun['servers'][number]): string {
  const why = [reason_code, summary].filter((part) => part !== null).join(': ');
  return `  ${printable(name)}  ${outcome}${why === '' ? '' : `  ${printable(why)}`}`;
}

/** The command, what would be written for it, and what becomes of each server. */
export function renderDryRun({ command, environment, file, servers }: DryRun, colors: Colors): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${printable(value)}`);
  const words = command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)));
  const change =
    file === null
      ? []
      : [
          '',
          `${printable(file.path)} (${file.users ? 'yours, restored at the end' : 'new, removed at the end'})`,
          ...difference(linesOf(file.before), linesOf(file.after), colors),
        ];
  return [[...variables, ...words.map(printable)].join(' '), ...change, '', ...servers.map(serverLine)].join(
    '\n',
  );
}
