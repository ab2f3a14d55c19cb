import { MAX_SERVERS, type ServerConfiguration, type Transport } from '@mcp-witness/evidence';
import { type Fields, isObject } from '../json/object.ts';

/** One element of `mcpServers`, as the host sent it. */
export interface HostServer {
  /** Where it stands in the list. */
  readonly index: number;
  /** Empty when it has none: an agent may take it all the same. */
  readonly name: string;
  readonly transport: Transport;
  /** A URL, or an executable; not reduced, must not leave the process. */
  readonly address: string;
  /** More than one element bears the name; this is not the first. */
  readonly repeated: boolean;
  /** It can be told of: its name can be stored, and it is among the first of which that is so, one more than a report holds. */
  readonly told: boolean;
  readonly element: Fields;
}

/** One more than a report holds, so that it says that there are more. */
const maxServers = MAX_SERVERS + 1;
const maxNameBytes = 256;
const unstorable = /\p{Surrogate}|\0/u;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const typeName = /^[a-z][a-z0-9_.+-]{0,31}$/i;

/** A type that is no plain word may hold anything, and is not told. */
function transportOf(element: Fields): Transport {
  const type = text(element.type);
  if (type !== '') return typeName.test(type) ? type : 'unknown';
  return typeof element.url === 'string' ? 'http' : 'stdio';
}

export const isServerName = (name: string): boolean =>
  name.trim() !== '' && Buffer.byteLength(name) <= maxNameBytes && !unstorable.test(name);

/** A name that is no text names no row, but an agent may read it as one. */
function nameOf({ name }: Fields): string {
  return typeof name === 'number' || typeof name === 'boolean' ? String(name) : text(name);
}

/** Every element of the list, one that is no object included. */
export function readHostServers(mcpServers: unknown): readonly HostServer[] {
  if (!Array.isArray(mcpServers)) return [];
  const seen = new Set<string>();
  const servers: HostServer[] = [];
  let told = 0;
  for (const [index, one] of (mcpServers as readonly unknown[]).entries()) {
    const element = isObject(one) ? one : {};
    const name = nameOf(element);
    const isTold = name === element.name && isServerName(name) && told < maxServers;
    if (isTold) told += 1;
    servers.push({
      index,
      name,
      transport: transportOf(element),
      address: text(element.url) || text(element.command),
      repeated: seen.has(name),
      told: isTold,
      element,
    });
    seen.add(name);
  }
  return servers;
}

/** Every element, also one without a name: each may hold secrets. */
export const serverConfigurations = (mcpServers: unknown): readonly ServerConfiguration[] =>
  Array.isArray(mcpServers) ? (mcpServers as readonly unknown[]).filter(isObject) : [];
