import type { ServerEntry } from '../../fronts/index.ts';
import { recordOf } from '../json-form.ts';

/** A basic string: JSON's, but for the one control character that JSON leaves bare. */
const text = (value: string): string => JSON.stringify(value).replaceAll('\u007f', '\\u007f');

const inline = (record: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(record)
    .map(([key, value]) => `${text(key)} = ${text(value)}`)
    .join(', ')} }`;

/** A server as a table of Codex's configuration. */
export function codexTable(entry: ServerEntry): string {
  const lines =
    'type' in entry
      ? [`url = ${text(entry.url)}`, `http_headers = ${inline(recordOf(entry.headers))}`]
      : [
          `command = ${text(entry.command)}`,
          `args = [${entry.args.map(text).join(', ')}]`,
          `env = ${inline(recordOf(entry.env))}`,
        ];
  return [`[mcp_servers.${text(entry.name)}]`, ...lines, ''].join('\n');
}

/** Names that a configuration seems to give servers: rather one too many than a table that is there twice. */
export function namedServers(toml: string): ReadonlySet<string> {
  const found = toml.matchAll(/mcp_servers\s*(?:\.|=\s*\{)\s*("[^"\n]*"|'[^'\n]*'|[\w-]+)/g);
  return new Set([...found].map(([, name = '']) => name.replace(/^["']|["']$/g, '')));
}
