import { MAX_SERVERS, type ServerConfiguration, type Transport } from '@mcp-witness/evidence';
import { type Fields, isObject } from '../json/object.ts';

/** One element of `mcpServers` that has a name, as the host sent it. */
export interface HostServer {
  /** Where it stands in the list. */
  readonly index: number;
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

/** The elements that have a name. */
export function readHostServers(mcpServers: unknown): readonly HostServer[] {
  if (!Array.isArray(mcpServers)) return [];
  const seen = new Set<string>();
  const servers: HostServer[] = [];
  let told = 0;
  for (const [index, element] of (mcpServers as readonly unknown[]).entries()) {
    if (!isObject(element) || text(element.name) === '') continue;
    const name = text(element.name);
    const isTold = isServerName(name) && told < maxServers;
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
