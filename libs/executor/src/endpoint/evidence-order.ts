import type { Witness } from '@mcp-witness/evidence';
import type { Observation } from '@mcp-witness/mcp-frames';
import { completeListing, type Estimates, none } from './complete-listing.ts';
import type { Fact } from '../journal/fact.ts';
import type { ToolEstimates } from './endpoint.ts';

/** Hands facts over in the order they were seen, also while one of them waits for its estimates. */
export interface EvidenceOrder {
  readonly observed: (observation: Observation) => void;
  readonly told: (fact: Fact) => void;
  /** Hands over all that was seen, waiting but shortly for estimates that are still being made; then resolves. */
  settle(): Promise<void>;
}

export interface EvidenceOrderOptions {
  readonly handOver: (evidence: Fact) => void;
  readonly tokens: ToolEstimates | undefined;
  /** Who saw what is observed. */
  readonly witness: Witness;
}

/** An agent that has ended is not kept waiting longer than this for estimates. */
const LAST_WAIT_MS = 300;

/** Written out, since a copy of members that are not known beforehand costs many times as much. */
const factOf = ({ type, data, occurred_at }: Observation, witness: Witness): Fact =>
  ({ type, data, witness, occurred_at }) as Fact;

export function createEvidenceOrder(options: EvidenceOrderOptions): EvidenceOrder {
  const { tokens, handOver, witness } = options;
  let giveUp: (estimates: Estimates) => void = () => undefined;
  const givenUp = new Promise<Estimates>((resolve) => {
    giveUp = resolve;
  });
  let tail: Promise<void> = Promise.resolve();
  let waiting = 0;

  const safely = (evidence: Fact): void => {
    try {
      handOver(evidence);
    } catch {
      return;
    }
  };
  const inOrder = (ready: Fact | Promise<Fact>): void => {
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
      if (observation.type === 'tools-listed')
        inOrder(completeListing(observation, witness, { tokens, givenUp }));
      else inOrder(factOf(observation, witness));
    },
    told: inOrder,
    async settle() {
      const timer = setTimeout(giveUp, LAST_WAIT_MS, none);
      await tail;
      clearTimeout(timer);
    },
  };
}
