import { bridgeEntry } from '../bridge/entry.ts';
import { startEndpoint } from '../endpoint/index.ts';
import type { ServerEntry } from '../fronts/index.ts';
import type { Fact } from '../journal/fact.ts';
import { startSseDoor } from './sse-door.ts';
import type { ProbeTransport, SentinelResult } from './result.ts';

/** What one sentinel saw, in order. */
export interface Sentinel {
  readonly transport: ProbeTransport;
  readonly entry: ServerEntry;
  readonly facts: readonly Fact[];
}

export interface Sentinels {
  /** A sentinel at an address of its own, for one session call. */
  add(transport: ProbeTransport): Sentinel;
  /** Resolves when something was seen, or the time is over. */
  news(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

export const sentinelName = (transport: ProbeTransport): string => `sentinel_${transport}`;

/** Small MCP servers on loopback, which see what an agent does with them. */
export async function startSentinels(): Promise<Sentinels> {
  const seen = new Map<string, Fact[]>();
  let ring = (): void => undefined;
  const endpoint = await startEndpoint({
    onEvidence(id, fact) {
      seen.get(id)?.push(fact);
      ring();
    },
    readReport: () => Promise.resolve(null),
  });
  const sse = await startSseDoor();
  return {
    add(transport) {
      const id = `probe-${seen.size}`;
      const facts: Fact[] = [];
      seen.set(id, facts);
      const name = sentinelName(transport);
      const address = endpoint.addAttempt(id, { server_name: name });
      if (transport === 'stdio') return { transport, facts, entry: bridgeEntry(name, address) };
      const url = transport === 'sse' ? sse.urlFor(address.url) : address.url;
      return { transport, facts, entry: { type: transport, name, url, headers: [] } };
    },
    news: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        ring = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    async close() {
      await sse.close();
      await endpoint.close();
    },
  };
}

/** A connection to it is open, as far as it knows: requests of the modern protocol have none. */
export function hasOpen({ facts }: Sentinel): boolean {
  const open = new Set<unknown>();
  for (const { type, data } of facts) {
    const id = 'connection_id' in data ? data.connection_id : null;
    if (type === 'protocol-accepted' && typeof id === 'string') open.add(id);
    if (type === 'connection-closed') open.delete(id);
  }
  return open.size > 0;
}

const last = (facts: readonly Fact[], type: Fact['type']): Fact | null =>
  facts.findLast((fact) => fact.type === type) ?? null;

/** What a sentinel saw, with the moment of the answer to its session call (milliseconds since 1970, or null). */
export function readSentinel(
  { transport, facts }: Sentinel,
  { advertised, answeredAt }: { readonly advertised: boolean; readonly answeredAt: number | null },
): SentinelResult {
  const first = facts.find((fact) => fact.type === 'protocol-accepted');
  const listed = last(facts, 'tools-listed');
  const accepted =
    first?.type === 'protocol-accepted'
      ? {
          era: first.data.era,
          protocol_version: first.data.protocol_version,
          client: first.data.client ?? null,
          after_answer_ms: answeredAt === null ? null : Date.parse(first.occurred_at) - answeredAt,
        }
      : null;
  return {
    transport,
    advertised,
    delivered: true,
    accepted,
    tool_count: listed?.type === 'tools-listed' ? listed.data.tool_count : null,
    tool_calls: facts.filter(({ type }) => type === 'tool-called').length,
  };
}
