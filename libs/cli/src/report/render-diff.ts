import type { AttemptDiff, ServerChange, ToolChange } from '../pipeline/diff-attempts.ts';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';
import { clock } from './words.ts';

const marks = { added: '+', removed: '-', changed: '~', same: '=' } as const;

const word = (value: string | number | boolean | null): string =>
  value === null ? 'none' : printable(String(value));

const sideLine = (mark: string, { ordinal, entry, session_id, started_at }: AttemptDiff['from']): string =>
  `${mark} attempt ${ordinal} of ${printable(session_id)} · ${entry} · started ${clock(started_at)}`;

const toolLines = ({ added, removed, changed }: ToolChange): readonly string[] => [
  ...added.map((name) => `    + tool ${printable(name)}`),
  ...removed.map((name) => `    - tool ${printable(name)}`),
  ...changed.map((name) => `    ~ tool ${printable(name)}`),
];

function serverLines({ name, change, fields, tools }: ServerChange, colors: Colors): readonly string[] {
  const paint = { added: colors.green, removed: colors.red, changed: colors.yellow, same: colors.dim }[
    change
  ];
  return [
    paint(`${marks[change]} ${printable(name)}`),
    ...fields.map(({ field, from, to }) => `    ${field}: ${word(from)} → ${word(to)}`),
    ...(tools === null ? [] : toolLines(tools)),
  ];
}

/** Both attempts, and below them every server with what is different. */
export const renderDiff = (diff: AttemptDiff, colors: Colors): string =>
  [
    colors.dim(sideLine('-', diff.from)),
    colors.dim(sideLine('+', diff.to)),
    ...diff.servers.flatMap((server) => serverLines(server, colors)),
  ].join('\n');
