import { isObject } from '../json/object.ts';
import { limited } from './limited.ts';
import { type Answer, type Link, modernVersion, type Request, type RpcError } from './link.ts';
import { listTools } from './list-tools.ts';
import type { Progress } from './progress.ts';
import { Setback, within } from './setback.ts';

const legacyVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** A server that has refused `initialize` may pass over a question that it does not know. */
const discoverMs = 3_000;

/** An identity of its own: no server is to take this for the agent. */
const clientInfo = { name: 'witness-endpoint-test', version: '1' } as const;

const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  },
} as const;

/** UnsupportedProtocolVersion and HeaderMismatch of 2026-07-28. */
const versionErrors: readonly unknown[] = [-32022, -32020];

function namesVersions({ code, message, data }: RpcError): boolean {
  const supported = isObject(data) ? data.supported : null;
  const says = typeof message === 'string' && /protocol version/i.test(message);
  return versionErrors.includes(code) || Array.isArray(supported) || says;
}

const versionRefused = (): Setback =>
  new Setback('protocol_rejected', 'The server takes no version of the protocol that this test speaks.');

const refusal = (error: RpcError): Setback =>
  namesVersions(error)
    ? versionRefused()
    : new Setback('initialize_failed', 'The server answered the first request with an error.');

interface Agreed {
  readonly version: string;
  readonly modern: boolean;
  readonly capabilities: unknown;
}

function initialized({ result }: Answer & { readonly error: null }): Agreed {
  const { protocolVersion: version, capabilities } = result;
  if (typeof version !== 'string')
    throw new Setback('not_mcp', 'The answer to the first request is not that of an MCP server.');
  if (!legacyVersions.includes(version)) throw versionRefused();
  return { version, modern: false, capabilities };
}

/** A server of the modern era alone answers `initialize` with an error, and `server/discover` with what it takes. */
async function discovered(link: Link, id: number, before: Setback): Promise<Agreed> {
  const request: Request = { jsonrpc: '2.0', id, method: 'server/discover', params: envelope };
  const nobody = limited(new AbortController().signal, discoverMs);
  const answer = await within(nobody.signal, link.ask(request, modernVersion))
    .catch(() => {
      throw before;
    })
    .finally(nobody.release);
  if (answer.error !== null) throw before;
  const { supportedVersions, capabilities } = answer.result;
  if (!Array.isArray(supportedVersions)) throw before;
  if (!(supportedVersions as readonly unknown[]).includes(modernVersion)) throw versionRefused();
  return { version: modernVersion, modern: true, capabilities };
}

async function agree(link: Link): Promise<Agreed> {
  const params = { protocolVersion: legacyVersions[0], capabilities: {}, clientInfo };
  const answer = await link.ask({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, null);
  if (answer.error !== null) return discovered(link, 2, refusal(answer.error));
  const agreed = initialized(answer);
  await link.tell({ jsonrpc: '2.0', method: 'notifications/initialized' }, agreed.version);
  return agreed;
}

/** Opens the protocol in either era, and lists all tools. */
export async function converse(link: Link, progress: Progress): Promise<void> {
  const { version, modern, capabilities } = await agree(link);
  progress.protocol_version = version;
  progress.stage = 'tools_list';
  if (isObject(capabilities) && !('tools' in capabilities)) {
    progress.tool_count = 0;
    return;
  }
  await listTools(link, progress, { version, params: modern ? envelope : {} });
}
