import { clientOf, type SeenRequest, versionOf } from '@mcp-witness/mcp-frames';
import type { SeenClient } from '../observation.ts';
import type { Opened } from './memory.ts';
import type { Passed } from './passed.ts';

const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
const VERSION_HEADER = 'mcp-protocol-version';

/** What a Streamable HTTP request without the header is of, by the protocol. */
const UNSAID_VERSION = '2025-03-26';

const metaOf = ({ params }: SeenRequest): Readonly<Record<string, unknown>> => {
  const meta = params._meta;
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
};

/** Each request says its client anew, where it does: nothing is taken over from another connection. */
export function clientOfRequest(seen: SeenRequest, passed: Passed, opened: Opened | null): SeenClient | null {
  if (seen.asked_by === 'client') {
    if (seen.method === 'initialize' && seen.client !== null) return { ...seen.client, rung: 'initialize' };
    if (seen.envelope !== null && seen.client !== null) return { ...seen.client, rung: 'envelope' };
    const named = clientOf(metaOf(seen)[CLIENT_INFO_KEY]);
    if (named !== null) return { ...named, rung: 'meta' };
  }
  if (opened !== null) return opened.client === null ? null : { ...opened.client, rung: 'initialize' };
  const recorded = clientOf(passed.ownRecord().client);
  return recorded === null ? null : { ...recorded, rung: 'first_call' };
}

/** The version that a request is of; null where nobody said it. */
export function versionOfRequest(seen: SeenRequest, passed: Passed, opened: Opened | null): string | null {
  const { envelope, method, outcome, result, params } = seen;
  if (envelope !== null) return envelope.protocol_version;
  if (method === 'initialize') {
    const answered = outcome === 'ok' && typeof result === 'object' && result !== null;
    return versionOf(answered ? (result as Record<string, unknown>).protocolVersion : params.protocolVersion);
  }
  const said =
    opened?.protocol_version ??
    versionOf(passed.head?.header(VERSION_HEADER)) ??
    versionOf(passed.ownRecord().protocol_version);
  return said ?? (passed.transport === 'http' ? UNSAID_VERSION : null);
}
