import { describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTokenEstimator } from '@mcp-witness/tokens';
import type { HttpEntry } from '../../src/fronts/fronts.ts';
import { until } from '../run.ts';
import { withListener } from './support/listen.ts';
import { notesServers } from './support/notes-http.ts';
import { type Fronting, withFronts } from './support/with-fronts.ts';

async function use({ fronts }: Fronting, attempt_id: string, origin: string): Promise<void> {
  const { path } = notesServers['second SDK, both eras']!();
  const entry: HttpEntry = { type: 'http', name: 'notes', url: `${origin}${path}`, headers: [] };
  const { url } = fronts.add(attempt_id, entry, { own: attempt_id === 'own' }) as HttpEntry;
  const client = new Client({ name: 'editor', version: '9' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  await client.callTool({ name: 'count', arguments: {} });
  await client.close();
}

describe("the host's own server behind a front", () => {
  it('is told with names, schemas and real estimates, in order; one of somebody else without', async () => {
    const tokens = createTokenEstimator({ budgetMs: 60_000 });
    await withListener(notesServers['second SDK, both eras']!().listener, async (origin) => {
      await withFronts(
        async (fronting) => {
          await use(fronting, 'theirs', origin);
          await use(fronting, 'own', origin);
          await until('all that happened', () => fronting.seen.length === 6 || undefined);
          expect(fronting.seen.map(({ attempt_id, type }) => [attempt_id, type])).toEqual(
            ['theirs', 'own'].flatMap((id) => [
              [id, 'protocol-accepted'],
              [id, 'tools-listed'],
              [id, 'tool-called'],
            ]),
          );
          const [theirs, own] = fronting.of('tools-listed');
          expect(theirs).toMatchObject({ tool_count: 1, catalog_digest: own?.catalog_digest });
          expect(theirs).not.toHaveProperty('tools');
          expect(own).toMatchObject({
            tools: [{ name: 'count', description: 'How many.', input_schema: { type: 'object' } }],
            tool_token_estimator: 'o200k_base:mcp-tool-json-v1',
          });
          expect(own?.estimated_tokens_total).toBeGreaterThan(0);
          expect(fronting.of('tool-called').map(({ tool_name }) => tool_name)).toEqual([null, 'count']);
        },
        { tokens },
      );
    });
    tokens.close();
  });

  it('has its list told at the end of its attempt, also where the estimates never come', async () => {
    await withListener(notesServers['second SDK, both eras']!().listener, async (origin) => {
      await withFronts(
        async (fronting) => {
          await use(fronting, 'own', origin);
          await fronting.fronts.end('own');
          expect(fronting.types()).toEqual(['protocol-accepted', 'tools-listed', 'tool-called']);
        },
        { tokens: { estimate: () => new Promise(() => undefined) } },
      );
    });
  });
});
