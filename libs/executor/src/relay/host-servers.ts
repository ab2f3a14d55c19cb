import { MAX_SERVERS, type ServerConfiguration, type Transport } from '@mcp-witness/evidence';
import { isObject } from './client-request.ts';

/** One entry of `mcpServers` as the host sent it, reduced to what the relay needs. */
export interface HostServer {
  readonly name: string;
  readonly transport: Transport;
  /** A URL, or an executable; not reduced, must not leave the process. */
  readonly address: string;
  /** A server of that name came before it. */
  readonly repeated: boolean;
}

/** One more than a report holds, so that it says that there are more. */
const maxServers = MAX_SERVERS + 1;
const maxNameBytes = 256;
const unstorable = /\p{Surrogate}|\0/u;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const typeName = /^[a-z][a-z0-9_.+-]{0,31}$/i;

/** A type that is no plain word may hold anything, and is not told. */
function transportOf(entry: Readonly<Record<string, unknown>>): Transport {
  const type = text(entry.type);
  if (type !== '') return typeName.test(type) ? type : 'unknown';
  return typeof entry.url === 'string' ? 'http' : 'stdio';
}

const isName = (name: string): boolean =>
  name !== '' && Buffer.byteLength(name) <= maxNameBytes && !unstorable.test(name);

/** The servers that can be told apart by a name; an entry without a usable one makes none. */
export function readHostServers(mcpServers: unknown): readonly HostServer[] {
  if (!Array.isArray(mcpServers)) return [];
  const seen = new Set<string>();
  const servers: HostServer[] = [];
  for (const entry of mcpServers as readonly unknown[]) {
    if (servers.length === maxServers) break;
    if (!isObject(entry) || !isName(text(entry.name))) continue;
    const name = text(entry.name);
    servers.push({
      name,
      transport: transportOf(entry),
      address: text(entry.url) || text(entry.command),
      repeated: seen.has(name),
    });
    seen.add(name);
  }
  return servers;
}

/** Every entry, also one without a name: each may hold secrets. */
export const serverConfigurations = (mcpServers: unknown): readonly ServerConfiguration[] =>
  Array.isArray(mcpServers) ? (mcpServers as readonly unknown[]).filter(isObject) : [];
