import type { EvidenceLevel, Witness } from '../events/vocabulary.ts';
import type { Attempt, Server } from '../report/report.ts';

/** One step from configured to used: when it was first seen in this attempt, and by whom. `at` null: not seen. */
export interface ChecklistStep {
  readonly level: EvidenceLevel;
  readonly label: string;
  readonly at: string | null;
  /** Null when not seen, or when the bounded timeline no longer holds the entry. */
  readonly witness: Witness | null;
}

interface Step {
  readonly level: EvidenceLevel;
  readonly label: string;
  readonly kind: string;
  readonly at: (server: Server) => string | null;
}

const steps: readonly Step[] = [
  { level: 'configured', label: 'Configured', kind: 'server-resolved', at: (server) => server.configured_at },
  { level: 'delivered', label: 'Delivered', kind: 'server-delivered', at: (server) => server.delivered_at },
  { level: 'connected', label: 'Connected', kind: 'protocol-accepted', at: (server) => server.connected_at },
  {
    level: 'tools_loaded',
    label: 'Tools listed',
    kind: 'tools-listed',
    at: (server) => server.tools_listed_at,
  },
  { level: 'used', label: 'Used', kind: 'tool-called', at: (server) => server.used_at },
];

/** A server's five steps in one attempt, in order. */
export const checklist = (attempt: Attempt, server: Server): readonly ChecklistStep[] =>
  steps.map(({ level, label, kind, at }) => {
    const seen = at(server);
    const entry = attempt.evidence.find((one) => one.kind === kind && one.server_name === server.name);
    return { level, label, at: seen, witness: seen === null ? null : (entry?.witness ?? null) };
  });
