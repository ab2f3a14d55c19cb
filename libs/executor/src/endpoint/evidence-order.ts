import type { Observation } from '@mcp-witness/mcp-frames';
import { completeListing } from './complete-listing.ts';
import type { EndpointEvidence, ToolEstimates } from './endpoint.ts';

/** Hands facts over in the order they were seen, also while one of them waits for its estimates. */
export interface EvidenceOrder {
  readonly observed: (observation: Observation) => void;
  readonly problemReported: (server_name: string) => void;
  /** Resolves when all that was seen so far is handed over. */
  settled(): Promise<void>;
}

export function createEvidenceOrder(
  handOver: (evidence: EndpointEvidence) => void,
  tokens?: ToolEstimates,
): EvidenceOrder {
  let tail: Promise<void> = Promise.resolve();
  let waiting = 0;

  const safely = (evidence: EndpointEvidence): void => {
    try {
      handOver(evidence);
    } catch {
      return;
    }
  };
  const inOrder = (ready: EndpointEvidence | Promise<EndpointEvidence>): void => {
    if (waiting === 0 && !(ready instanceof Promise)) {
      safely(ready);
      return;
    }
    waiting += 1;
    const handed = tail.then(async () => {
      safely(await ready);
    });
    tail = handed
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
  };

  return {
    observed(observation) {
      const witness = 'in_session_endpoint';
      if (observation.type === 'tools-listed') inOrder(completeListing(observation, witness, tokens));
      else inOrder({ ...observation, witness });
    },
    problemReported(server_name) {
      inOrder({
        type: 'problem-reported',
        data: { server_name },
        witness: 'agent',
        occurred_at: new Date().toISOString(),
      });
    },
    settled: () => tail,
  };
}
