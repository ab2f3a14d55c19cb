import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { sseClientTransport } from './sse.mjs';

const requestInit = (
  headers: Record<string, string>,
): { requestInit: { headers: Record<string, string> } } => ({
  requestInit: { headers },
});

export async function legacyClient(
  url: string,
  headers: Record<string, string> = {},
  name = 'legacy-agent',
): Promise<{ client: ClientV1; transport: HttpV1 }> {
  const client = new ClientV1({ name, version: '1' });
  const transport = new HttpV1(new URL(url), requestInit(headers));
  await client.connect(transport);
  return { client, transport };
}

export async function sseClient(url: string): Promise<ClientV1> {
  const client = new ClientV1({ name: 'sse-agent', version: '1' });
  await client.connect(sseClientTransport(url));
  return client;
}

export async function modernClient(
  url: string,
  headers: Record<string, string> = {},
  name = 'modern-agent',
): Promise<ClientV2> {
  const client = new ClientV2(
    { name, version: '2' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new HttpV2(new URL(url), requestInit(headers)));
  return client;
}
