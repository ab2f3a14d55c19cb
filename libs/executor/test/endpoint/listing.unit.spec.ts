import { type EvidenceEvent, fold, parseEvent, type RecordedEvidence } from '@mcp-witness/evidence';
import { describe, expect, it } from '@jest/globals';
import { createTokenEstimator } from '@mcp-witness/tokens';
import { withKnownCounts } from '../../src/endpoint/index.ts';
import { attempt, connect, type Running, server, withEndpoint } from './support/with-endpoint.ts';

const add = { server_name: 'witness' };
const call = { name: 'session_mcp_report', arguments: {} };

const until = async (holds: () => boolean): Promise<void> => {
  const deadline = Date.now() + 15_000;
  while (!holds() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
};

/** The report that comes of what the endpoint told. */
function reported(seen: Running['seen']): ReturnType<typeof fold>['servers'][number] | undefined {
  const started: Pick<EvidenceEvent, 'type' | 'data'>[] = [
    { type: 'attempt-started', data: { session_id: 's', entry: 'session/new' } },
    {
      type: 'server-resolved',
      data: { ...add, source: 'built_in', transport: 'http', target: 'http://127.0.0.1:1', observed: true },
    },
    { type: 'server-delivered', data: { ...add, channel: 'acp', transport: 'http' } },
  ];
  const events = [...started, ...seen].map((fact, index) => ({
    witness: 'in_session_endpoint',
    occurred_at: '2026-11-30T12:00:00Z',
    ...fact,
    event_id: `event-${index}`,
    attachment_attempt_id: 'a',
    producer: { id: 'executor', sequence: index + 1 },
    tenant_id: 'default',
    session_id: 's',
    stream_position: index,
    global_position: String(index + 1),
    recorded_at: `2026-11-30T12:00:00.${String(index).padStart(6, '0')}Z`,
    schema_version: 1,
  }));
  return fold(events as unknown as readonly RecordedEvidence[]).servers[0];
}

const listings = (
  seen: Running['seen'],
): Extract<Running['seen'][number], { type: 'tools-listed' }>['data'][] =>
  seen.flatMap((one) => (one.type === 'tools-listed' ? [one.data] : []));

describe('a listing', () => {
  it('carries the catalog by name, its digest and real estimates', async () => {
    const tokens = createTokenEstimator({ budgetMs: 20_000 });
    await withEndpoint(
      async ({ endpoint, seen }) => {
        const { client } = await connect(endpoint.addAttempt('a', add).url, 'auto');
        await client.listTools();
        await client.close();
        await until(() => listings(seen).length === 1);
        const [listing] = listings(seen);
        expect(listing?.tools?.map(({ name }) => name)).toEqual([
          'report_mcp_problem',
          'session_mcp_report',
          'session_mcp_server',
        ]);
        expect(listing?.catalog_digest).toMatch(/^[0-9a-f]{64}$/);
        expect(listing?.tool_token_estimator).toBe('o200k_base:mcp-tool-json-v1');
        const total = listing?.tools?.reduce(
          (sum, { estimated_tokens }) => sum + (estimated_tokens ?? NaN),
          0,
        );
        expect(listing?.estimated_tokens_total).toBe(total);
        expect(JSON.stringify(listing)).not.toMatch(/annotations|readOnlyHint|outputSchema/);
      },
      { tokens },
    );
    tokens.close();
  });

  it("of the endpoint's own tools is told at once, with what the counter would say", async () => {
    const counter = createTokenEstimator({ budgetMs: 60_000 });
    const known = withKnownCounts({
      estimate: () => Promise.reject(new Error('there is nothing left to count')),
    });
    const counted: (number | null)[][] = [];
    const tokens = {
      async estimate(tools: readonly unknown[]) {
        counted.push(await counter.estimate(tools));
        return known.estimate(tools);
      },
    };
    await withEndpoint(
      async ({ endpoint, seen }) => {
        const { url } = endpoint.addAttempt('a', add);
        for (const mode of ['auto', 'legacy'] as const) {
          const { client } = await connect(url, mode);
          await client.listTools();
          await client.close();
        }
        await until(() => listings(seen).length === 2);
        const totals = counted.map((each) => each.reduce<number>((sum, one) => sum + (one ?? NaN), 0));
        expect(listings(seen).map((listing) => listing.estimated_tokens_total)).toEqual(totals);
      },
      { tokens },
    );
    counter.close();
    const estimate = (): Promise<(number | null)[]> => Promise.resolve([7]);
    expect(await withKnownCounts({ estimate }).estimate([{ name: 'another' }])).toEqual([7]);
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(await withKnownCounts({ estimate }).estimate([deep])).toEqual([7]);
  });

  it('has one digest in both protocols', async () => {
    await withEndpoint(async ({ endpoint, seen }) => {
      const { url } = endpoint.addAttempt('a', add);
      for (const mode of ['auto', 'legacy'] as const) {
        const { client } = await connect(url, mode);
        await client.listTools();
        await client.close();
      }
      await until(() => listings(seen).length === 2);
      const [modern, legacy] = listings(seen);
      expect(modern?.catalog_digest).toBe(legacy?.catalog_digest);
    });
  });

  it('that waits for its estimates holds up neither the agent nor the order of the evidence', async () => {
    let estimated: (counts: number[]) => void = () => undefined;
    const tokens = { estimate: () => new Promise<number[]>((resolve) => (estimated = resolve)) };
    await withEndpoint(
      async ({ endpoint, types, seen }) => {
        const { client } = await connect(endpoint.addAttempt('a', add).url, 'auto');
        await client.listTools();
        await client.callTool(call);
        await client.close();
        expect(types()).toEqual(['protocol-accepted']);
        estimated([10, 20, 30]);
        await until(() => types().length === 3);
        expect(types()).toEqual(['protocol-accepted', 'tools-listed', 'tool-called']);
        expect(listings(seen)[0]).toMatchObject({ estimated_tokens_total: 60 });
      },
      { tokens },
    );
  });

  it('whose estimates do not come is told without them when its attempt ends', async () => {
    await withEndpoint(
      async ({ endpoint, seen, types }) => {
        const { client } = await connect(endpoint.addAttempt('a', add).url, 'legacy');
        await client.listTools();
        await client.close();
        await endpoint.endAttempt('a');
        expect(types()).toEqual(['protocol-accepted', 'tools-listed', 'connection-closed']);
        expect(listings(seen)[0]).toMatchObject({ tool_count: 3, tools: { length: 3 } });
      },
      { tokens: { estimate: () => new Promise<never>(() => undefined) } },
    );
  });

  it.each([
    ['fail', () => Promise.reject(new Error('no thread'))],
    ['cannot be had', () => Promise.resolve([null, null, null])],
  ])('whose estimates %s comes without', async (_how, estimate) => {
    await withEndpoint(
      async ({ endpoint, seen, types }) => {
        const { client } = await connect(endpoint.addAttempt('a', add).url, 'legacy');
        await client.listTools();
        await client.callTool(call);
        await client.close();
        await until(() => types().length === 3);
        const [listing] = listings(seen);
        expect(listing).toMatchObject({ tool_count: 3, complete: true });
        expect(listing).not.toHaveProperty('tool_token_estimator');
        expect(listing).not.toHaveProperty('estimated_tokens_total');
      },
      { tokens: { estimate } },
    );
  });
});

describe('all that the endpoint tells', () => {
  it('is evidence as the service takes it', async () => {
    await withEndpoint(
      async ({ endpoint, seen }) => {
        const { url } = endpoint.addAttempt('a', add);
        await fetch(url, {
          method: 'POST',
          headers: { 'mcp-session-id': 'gone' },
          body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        });
        for (const mode of ['auto', 'legacy'] as const) {
          const { client, transport } = await connect(url, mode);
          await client.listTools();
          await client.callTool({ name: 'report_mcp_problem', arguments: { server: 'witness' } });
          await client.callTool({ name: 'unknown', arguments: {} }).catch(() => null);
          if (mode === 'legacy') await transport.terminateSession();
          await client.close();
        }
        await endpoint.endAttempt('a');
        const uuid = '01936f00-0000-7000-8000-000000000001';
        for (const [index, { type, data, witness, occurred_at }] of seen.entries()) {
          const producer = { id: 'executor', sequence: index + 1 };
          const event = {
            event_id: uuid,
            attachment_attempt_id: uuid,
            type,
            data,
            witness,
            occurred_at,
            producer,
          };
          expect(parseEvent(JSON.parse(JSON.stringify(event)))).toMatchObject({ ok: true });
        }
        expect([...new Set(seen.map(({ type }) => type))].sort()).toEqual([
          'connection-closed',
          'problem-reported',
          'protocol-accepted',
          'protocol-refused',
          'tool-called',
          'tools-listed',
        ]);
      },
      { report: attempt([server('witness')]) },
    );
  });
});

describe('the report of what the endpoint saw', () => {
  it.each(['auto', 'legacy'] as const)('is active and used with three tools in mode %s', async (mode) => {
    await withEndpoint(async ({ endpoint, seen, types }) => {
      const { client } = await connect(endpoint.addAttempt('a', add).url, mode);
      await client.listTools();
      await until(() => types().length === 2);
      expect(reported(seen)).toMatchObject({ status: 'active', evidence: 'tools_loaded', tool_count: 3 });
      await client.callTool(call);
      await until(() => types().length === 3);
      await client.close();
      expect(reported(seen)).toMatchObject({
        status: 'active',
        evidence: 'used',
        tool_count: 3,
        tools_list_complete: true,
        tool_call_count: 1,
        protocol_version: mode === 'auto' ? '2026-07-28' : '2025-11-25',
      });
    });
  });

  it('is disconnected once a legacy client said goodbye', async () => {
    await withEndpoint(async ({ endpoint, seen, types }) => {
      const { client, transport } = await connect(endpoint.addAttempt('a', add).url, 'legacy');
      await client.listTools();
      await transport.terminateSession();
      await client.close();
      await until(() => types().length === 3);
      expect(reported(seen)).toMatchObject({
        status: 'disconnected',
        evidence: 'tools_loaded',
        tool_count: 3,
      });
    });
  });
});

describe('a listener that throws', () => {
  it('disturbs no answer', async () => {
    const { startEndpoint } = await import('../../src/endpoint/index.ts');
    const endpoint = await startEndpoint({
      onEvidence: () => {
        throw new Error('disk full');
      },
      readReport: () => Promise.resolve(null),
    });
    const { client } = await connect(endpoint.addAttempt('a', add).url, 'auto');
    await client.listTools();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.callTool(call)));
    expect(answers.every(({ isError }) => isError !== true)).toBe(true);
    await client.close();
    await endpoint.close();
  });
});
