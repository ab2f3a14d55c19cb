import type { ApiKey } from '@mcp-witness/client';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';

const heading = ['KEY', 'STATE', 'NAME', 'SCOPES', 'EXPIRES', 'LAST USED'] as const;

const stateOf = (key: ApiKey): string => {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()) return 'expired';
  return key.previous_until === null ? 'live' : 'rotating';
};

const day = (time: string | null): string => (time === null ? '-' : time.slice(0, 16).replace('T', ' '));

const cellsOf = (key: ApiKey): readonly string[] =>
  [key.key_id, stateOf(key), key.name, key.scopes.join(' '), day(key.expires_at), day(key.last_used_at)].map(
    printable,
  );

/** A heading, and one line for each key. Times are UTC. */
export function renderKeys(keys: readonly ApiKey[], colors: Colors): string {
  if (keys.length === 0) return 'no keys';
  const rows = [heading, ...keys.map(cellsOf)];
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [colors.dim(lines[0] ?? ''), ...lines.slice(1)].join('\n');
}
