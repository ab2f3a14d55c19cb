import type { ClientInfo } from '@mcp-witness/evidence';
import { isObject, type JsonObject, objectOf, textOf } from './json-rpc.ts';
import { nameOf } from './names.ts';

const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';

/** What a modern request (2026-07-28) says of itself. */
export interface Envelope {
  readonly protocol_version: string;
  readonly client: ClientInfo | null;
}

/** Versions are dates; whatever else stands there is not repeated. */
export function versionOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  return /^[A-Za-z0-9._-]{1,32}$/.test(text) ? text : 'unknown';
}

export function clientOf(value: unknown): ClientInfo | null {
  if (!isObject(value)) return null;
  const name = nameOf(value.name);
  return name === null ? null : { name, version: nameOf(value.version) };
}

/** The envelope in a request's `_meta`, or null for a legacy request. */
export function envelopeOf(params: JsonObject): Envelope | null {
  const meta = objectOf(params._meta);
  const version = versionOf(meta[PROTOCOL_VERSION_KEY]);
  return version === null ? null : { protocol_version: version, client: clientOf(meta[CLIENT_INFO_KEY]) };
}
