import type { ServerEntry } from '../fronts/index.ts';
import { canonicalJson, type Transport } from '@mcp-witness/evidence';
import { type Fields, isObject } from '../json/object.ts';
import type { Launch } from '../profile/profile.ts';

interface Pair {
  readonly name: string;
  readonly value: string;
}

const isPair = (value: unknown): value is Pair =>
  isObject(value) && typeof value.name === 'string' && typeof value.value === 'string';

/** Absent counts as empty; null when it is no list, or not all of it will do. */
function listOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): readonly Item[] | null {
  const list = value ?? [];
  return Array.isArray(list) && list.every(isItem) ? list : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const remote = ['http', 'sse'] as const;

/** What the element says, without members that are not of the protocol; null when it is not whole. */
export function readServerEntry(element: Fields, transport: Transport): ServerEntry | null {
  const { name, command, url } = element;
  if (!isText(name)) return null;
  if (transport === 'stdio') {
    const args = listOf(element.args, isText);
    const env = listOf(element.env, isPair);
    return isText(command) && args !== null && env !== null ? { name, command, args, env } : null;
  }
  const headers = listOf(element.headers, isPair);
  if (!isText(url) || headers === null) return null;
  const type = remote.find((one) => one === transport);
  return type === undefined ? null : { type, name, url, headers };
}

const pairs = (record: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

/** The element that a server of the profile becomes, its values resolved. */
export function entryOf(name: string, launch: Launch, resolve: (value: string) => string): ServerEntry {
  const resolved = (record: Readonly<Record<string, string>>): readonly Pair[] =>
    pairs(record).map((pair) => ({ ...pair, value: resolve(pair.value) }));
  return launch.type === 'stdio'
    ? { name, command: resolve(launch.command), args: launch.args.map(resolve), env: resolved(launch.env) }
    : { type: launch.type, name, url: resolve(launch.url), headers: resolved(launch.headers) };
}

export const transportOf = (entry: ServerEntry): 'stdio' | 'http' | 'sse' =>
  'type' in entry ? entry.type : 'stdio';

/** A URL, or an executable; not reduced, must not leave the process. */
export const addressOf = (entry: ServerEntry): string => ('type' in entry ? entry.url : entry.command);

const ownMembers = new Set(['command', 'args', 'env', 'url', 'headers']);

/** JSON of `entry` in the place of `element`, however deep that is nested; what it has beside the protocol's members stays. */
export function inPlaceOf(element: Fields, entry: ServerEntry): string {
  const keepsType = transportOf(entry) === 'stdio' && element.type === 'stdio';
  const rest = Object.entries(element).filter(
    ([key]) => !ownMembers.has(key) && (key !== 'type' || keepsType),
  );
  return canonicalJson({ ...Object.fromEntries(rest), ...entry });
}
