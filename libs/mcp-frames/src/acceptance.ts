import type { ClientInfo, ProtocolAcceptedData } from '@mcp-witness/evidence';
import { setBounded } from './bounded.ts';
import { clientOf, versionOf, type Envelope } from './envelope.ts';
import type { JsonObject } from './json-rpc.ts';

type Accepted = Omit<ProtocolAcceptedData, 'server_name'>;

export interface Acceptances {
  /** Null for an answer to `initialize` that is none. */
  legacy(result: JsonObject, client: ClientInfo | null, openConnection: () => string): Accepted | null;
  /** Null when this version and client were told before. */
  modern(envelope: Envelope): Accepted | null;
}

const MOST_CLIENTS = 256;

const identity = (version: string, client: ClientInfo | null): string =>
  JSON.stringify([version, client?.name ?? null, client?.version ?? null]);

export function createAcceptances(): Acceptances {
  const told = new Map<string, true>();
  const versions = new Map<string, true>();
  return {
    legacy(result, client, openConnection) {
      const version = versionOf(result.protocolVersion);
      if (version === null) return null;
      return { era: 'legacy', protocol_version: version, connection_id: openConnection(), client };
    },
    modern({ protocol_version, client }) {
      const key = identity(protocol_version, client);
      if (told.has(key) || (client === null && versions.has(protocol_version))) return null;
      setBounded(told, key, true, MOST_CLIENTS);
      setBounded(versions, protocol_version, true, MOST_CLIENTS);
      return { era: 'modern', protocol_version, client };
    },
  };
}

/** A probe without an envelope tells by its answer which version it was served by. */
export function discoveredEnvelope(result: JsonObject, clientInfo: unknown): Envelope | null {
  const versions: readonly unknown[] = Array.isArray(result.supportedVersions)
    ? result.supportedVersions
    : [];
  const newest = versions
    .filter((version) => typeof version === 'string')
    .sort()
    .at(-1);
  const version = versionOf(newest);
  return version === null ? null : { protocol_version: version, client: clientOf(clientInfo) };
}
