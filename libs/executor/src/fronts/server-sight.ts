import { randomUUID } from 'node:crypto';
import type { EvidenceData, EvidenceType } from '@mcp-witness/evidence';
import {
  createFrameObserver,
  type FrameObserver,
  type Observation,
  type ToolsListedObservation,
} from '@mcp-witness/mcp-frames';
import type { ToolEstimates } from '../endpoint/endpoint.ts';
import { createEvidenceOrder } from '../endpoint/evidence-order.ts';
import { catalogOf, digestOf } from '../endpoint/served-catalog.ts';
import type { Fact } from '../journal/fact.ts';

/** What one observer has seen accepted so far. */
interface Sighted {
  readonly observer: FrameObserver;
  readonly accepted: { legacy: boolean; modern: boolean };
  /** Whether it has told anything: that the server answered, if only by a refusal. */
  readonly hasAnswered: () => boolean;
}

/** What is told of one server of one attempt, whatever carries it. */
export interface ServerSight {
  /**
   * A new observer: one per process of a stdio server, one for all that comes over HTTP. `now` in milliseconds since 1970:
   * when what is being told passed.
   */
  observe(now?: () => number): Sighted;
  refused(reason_code: string): void;
  /** `again` tells also what was told before and nothing came after. */
  failed(reason_code: string, summary: string, again: boolean): void;
  /** The client left without an answer to its first question, which it asked at `since` (milliseconds since 1970). */
  unanswered(since: number): void;
  /** Some of what passed cannot be told. */
  lost(reason_code: 'buffer_full' | 'front_killed'): void;
  /** Nothing more is told. Resolves when what was seen before is handed over, shortly. */
  end(): Promise<void>;
}

export interface SightOptions {
  readonly server_name: string;
  /** The host's own server: its tools are told by name, with schemas and estimates. */
  readonly own: boolean;
  readonly tokens: ToolEstimates | undefined;
  readonly patienceMs: number;
  /** What it throws is dropped. */
  readonly handOver: (fact: Fact) => void;
}

const MOST_KEPT = 256;

/** Counts, completeness and digest; neither names nor schemas of somebody else's tools. */
function withDigest({ type, data, served, occurred_at }: ToolsListedObservation): Fact {
  const digest = served === null ? {} : { catalog_digest: digestOf(catalogOf(served)) };
  return { type, data: { ...data, ...digest }, witness: 'front', occurred_at };
}

const answeredOutcomes: ReadonlySet<string> = new Set(['ok', 'tool_error', 'unread']);

const provesLife = ({ type, data }: Observation): boolean => {
  if (type === 'protocol-accepted' || type === 'tools-listed') return true;
  return type === 'tool-called' && answeredOutcomes.has(data.outcome);
};

const inVain = (seconds: number): string =>
  `The client left after ${seconds} seconds, in which the server had not answered its first question.`;

export function createServerSight(options: SightOptions): ServerSight {
  const { server_name, own, tokens, patienceMs, handOver } = options;
  const order = createEvidenceOrder({ handOver, tokens, witness: 'front' });
  const modern = new Set<string>();
  const complaints = new Set<string>();
  let ended = false;

  const tell = <Type extends EvidenceType>(type: Type, data: EvidenceData[Type]): void => {
    if (ended) return;
    order.told({ type, data, witness: 'front', occurred_at: new Date().toISOString() } as Fact);
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
    if (ended) return;
    if (observation.type === 'tools-listed' && !own) order.told(withDigest(observation));
    else order.observed(observation);
  };

  const failed: ServerSight['failed'] = (reason_code, summary, again) => {
    modern.clear();
    if (isNew(complaints, `failed ${reason_code}`) || again)
      tell('attachment-failed', { server_name, reason_code, summary });
  };

  return {
    observe(now = Date.now) {
      const accepted = { legacy: false, modern: false };
      let answered = false;
      const observer = createFrameObserver({
        server_name,
        ownCatalog: own,
        now,
        newConnectionId: randomUUID,
        onEvidence: (observation) => {
          answered = true;
          observed(observation, accepted);
        },
      });
      return { observer, accepted, hasAnswered: () => answered };
    },
    refused(reason_code) {
      if (isNew(complaints, `refused ${reason_code}`)) tell('protocol-refused', { server_name, reason_code });
    },
    failed,
    unanswered(since) {
      const ms = Date.now() - since;
      if (ms >= patienceMs) failed('timeout', inVain(Math.round(ms / 1000)), false);
    },
    lost(reason_code) {
      tell('evidence-lost', { count: 1, reason_code });
    },
    end() {
      ended = true;
      return order.settle();
    },
  };
}
