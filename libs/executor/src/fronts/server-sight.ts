import { randomUUID } from 'node:crypto';
import type { EvidenceData, EvidenceType } from '@mcp-witness/evidence';
import { createFrameObserver, type FrameObserver, type Observation } from '@mcp-witness/mcp-frames';
import { catalogOf, digestOf } from '../endpoint/served-catalog.ts';
import type { Fact } from '../journal/fact.ts';

/** What one observer has seen accepted so far. */
interface Sighted {
  readonly observer: FrameObserver;
  readonly accepted: { legacy: boolean; modern: boolean };
}

/** What is told of one server of one attempt, whatever carries it. */
export interface ServerSight {
  /** A new observer: one per process of a stdio server, one for all that comes over HTTP. */
  observe(): Sighted;
  refused(reason_code: string): void;
  /** `again` tells also what was told before and nothing came after. */
  failed(reason_code: string, summary: string, again: boolean): void;
  lost(count: number): void;
  /** Nothing is told any more. */
  end(): void;
}

const MOST_KEPT = 256;

/** Counts, completeness and digest; neither names nor schemas of somebody else's tools. */
function withDigest(observation: Observation): EvidenceData[Observation['type']] {
  if (observation.type !== 'tools-listed') return observation.data;
  const { data, served } = observation;
  return served === null ? data : { ...data, catalog_digest: digestOf(catalogOf(served)) };
}

const provesLife = ({ type, data }: Observation): boolean => {
  if (type === 'protocol-accepted' || type === 'tools-listed') return true;
  return type === 'tool-called' && (data.outcome === 'ok' || data.outcome === 'tool_error');
};

export function createServerSight(server_name: string, handOver: (fact: Fact) => void): ServerSight {
  const modern = new Set<string>();
  const complaints = new Set<string>();
  let ended = false;

  const tell = <Type extends EvidenceType>(
    type: Type,
    data: EvidenceData[Type],
    occurred_at = new Date().toISOString(),
  ): void => {
    if (ended) return;
    try {
      handOver({ type, data, witness: 'front', occurred_at } as Fact);
    } catch {
      return;
    }
  };

  /** False for what was told already and nothing has changed since. */
  const isNew = (known: Set<string>, what: string): boolean => {
    if (known.has(what)) return false;
    if (known.size >= MOST_KEPT) known.clear();
    known.add(what);
    return true;
  };

  const observed = (observation: Observation, accepted: Sighted['accepted']): void => {
    if (provesLife(observation)) complaints.clear();
    if (observation.type === 'protocol-accepted') {
      const { era, protocol_version, client } = observation.data;
      accepted[era] = true;
      const same = JSON.stringify([protocol_version, client?.name, client?.version]);
      if (era === 'modern' && !isNew(modern, same)) return;
    }
    tell(observation.type, withDigest(observation), observation.occurred_at);
  };

  return {
    observe() {
      const accepted = { legacy: false, modern: false };
      const observer = createFrameObserver({
        server_name,
        ownCatalog: false,
        now: Date.now,
        newConnectionId: randomUUID,
        onEvidence: (observation) => {
          observed(observation, accepted);
        },
      });
      return { observer, accepted };
    },
    refused(reason_code) {
      if (isNew(complaints, `refused ${reason_code}`)) tell('protocol-refused', { server_name, reason_code });
    },
    failed(reason_code, summary, again) {
      modern.clear();
      if (isNew(complaints, `failed ${reason_code}`) || again)
        tell('attachment-failed', { server_name, reason_code, summary });
    },
    lost(count) {
      tell('evidence-lost', { count, reason_code: 'buffer_full' });
    },
    end() {
      ended = true;
    },
  };
}
