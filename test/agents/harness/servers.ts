import { fileURLToPath } from 'node:url';
import type { Attempt } from '@mcp-witness/evidence';
import type { HttpSentinels } from '../sentinels/http.mjs';
import { toolOf } from '../sentinels/server.mjs';

/** Ways by which a server can be reached. */
const ways = ['stdio', 'http', 'sse'] as const;
export type Way = (typeof ways)[number];

const named = (kind: 'seen' | 'plain'): string[] => ways.map((way) => `${kind}-${way}`);

/** Names that begin with `seen` are to be observed; `plain` ones go to the agent as the host sent them. */
export const observedServers = ['witness', ...named('seen'), 'seen-late', 'seen-broken'];
export const plainServers = [...named('plain'), 'plain-broken'];
export const profile = { version: 1, rules: [{ match: 'seen*', observed: true }] };

/** Null of one that cannot start. */
export function wayOf(server: string): Way | null {
  if (server === 'witness' || server === 'seen-late') return 'http';
  return ways.find((way) => server.endsWith(`-${way}`)) ?? null;
}

/** One tool of every server. */
export const wantedTools = [
  'session_mcp_report',
  ...[...named('seen'), 'seen-late', ...named('plain')].map(toolOf),
];

export const firstSet = [...named('seen'), 'seen-broken', ...plainServers];
/** One is new, two are gone. */
export const otherSet = [
  ...firstSet.filter((name) => name !== 'seen-sse' && name !== 'plain-stdio'),
  'seen-late',
];

/** Observed servers that the agent was sent, and that write down what they answer. */
export const comparable = ({ servers }: Attempt): readonly string[] =>
  servers
    .filter(({ name, delivered_at }) => observedServers.includes(name) && delivered_at !== null)
    .map(({ name }) => name)
    .filter((name) => name !== 'seen-broken');

type Entry = Readonly<Record<string, unknown>> & { readonly name: string };
export type EntryOf = (name: string) => Entry;

const stdioServer = fileURLToPath(new URL('../sentinels/stdio.mjs', import.meta.url));

/** Servers as a host sends them. Those over stdio write to `log`. */
export function entriesOf(sentinels: HttpSentinels, log: string): EntryOf {
  return (name) => {
    const way = wayOf(name);
    if (way === null) return { name, command: '/nonexistent/mcp', args: [], env: [] };
    if (way === 'stdio') return { name, command: process.execPath, args: [stdioServer, name, log], env: [] };
    return { name, type: way, url: sentinels.urlOf(name, way === 'sse' ? 'sse' : 'mcp'), headers: [] };
  };
}
