import { setTimeout as delay } from 'node:timers/promises';
import { createTokenEstimator } from '@mcp-witness/tokens';
import type { Delivery } from './delivery.ts';
import {
  type Endpoint,
  type EndpointAddress,
  startEndpoint,
  type ToolEstimates,
  withKnownCounts,
} from './endpoint/index.ts';
import { type Fronts, startFronts } from './fronts/index.ts';
import type { Effective } from './effective/effective.ts';
import { newId } from './ids.ts';
import { createLifetimes } from './lifetimes.ts';
import type { Profile } from './profile/profile.ts';
import type { BuiltIn } from './resolution/plan-built-in.ts';

/** The name under which the in-session server is delivered. */
export const builtInName = 'witness';

/** A list is told without estimates that take longer than this: what comes after it waits for it. */
const estimateMs = 3000;

/** How long what listens here may take to tell its last evidence. */
const lastEvidenceMs = 800;

/** What of a run listens on this machine. */
export interface LocalServers {
  /** Null: the in-session server stays out. */
  readonly builtIn: BuiltIn | null;
  /** Null: nothing is to be observed, or nothing can. */
  readonly fronts: Promise<Fronts | null>;
  /** A way to the in-session server that belongs to no attempt: what passes there is evidence of none. Null: it stays out. */
  readonly testDoor: () => Promise<TestDoor | null>;
  /** Resolves within a second when the last evidence was handed over, as far as it comes. */
  close(): Promise<void>;
}

interface TestDoor {
  readonly address: EndpointAddress;
  close(): Promise<void>;
}

export interface LocalServersOptions {
  readonly inject: boolean;
  readonly profile?: Profile | null;
  readonly onTrouble: (line: string) => void;
  readonly onDetail: (line: string) => void;
}

function openEndpoint(
  { journal, reports }: Delivery,
  tokens: ToolEstimates,
  fronts: Promise<Fronts | null>,
): Promise<Endpoint | null> {
  return startEndpoint({
    onEvidence: (attempt_id, evidence) => {
      journal.endpoint.note(attempt_id, [evidence]);
    },
    readReport: async (attempt_id) => {
      (await fronts)?.tell();
      return reports.reportOf(attempt_id);
    },
    tokens,
  }).catch(() => null);
}

async function openFronts(
  options: LocalServersOptions,
  { journal }: Delivery,
  tokens: ToolEstimates,
): Promise<Fronts | null> {
  const { onDetail, onTrouble } = options;
  const onEvidence = (
    attempt_id: string,
    evidence: Parameters<typeof journal.front.note>[1][number],
  ): void => {
    journal.front.note(attempt_id, [evidence]);
  };
  try {
    const fronts = await startFronts({ onEvidence, onDetail, tokens });
    journal.front.first(() => {
      fronts.tell();
    });
    return fronts;
  } catch {
    onTrouble('nothing can listen on 127.0.0.1, so servers that are to be observed are delivered unobserved');
    return null;
  }
}

const observesAny = (profile: Profile | null | undefined): boolean =>
  [...(profile?.servers ?? []), ...(profile?.rules ?? [])].some(({ observed }) => observed === true);

/** Starts what the options ask for; nothing waits for it here. */
export function startLocalServers(
  options: LocalServersOptions,
  delivery: Delivery,
  effective: Pick<Effective, 'forget'>,
): LocalServers {
  const hasBuiltIn = options.inject && (options.profile?.built_in_tools ?? true);
  const tokens = withKnownCounts(createTokenEstimator({ budgetMs: estimateMs }));
  const fronts = observesAny(options.profile) ? openFronts(options, delivery, tokens) : Promise.resolve(null);
  const endpoint = hasBuiltIn ? openEndpoint(delivery, tokens, fronts) : Promise.resolve(null);
  const builtIn: BuiltIn = {
    name: builtInName,
    address: async (attempt_id) =>
      (await endpoint)?.addAttempt(attempt_id, { server_name: builtInName }) ?? null,
  };
  const end = async (attempt_id: string): Promise<void> => {
    const open = await Promise.all([endpoint, fronts]);
    await Promise.allSettled([open[0]?.endAttempt(attempt_id), open[1]?.end(attempt_id)]);
    effective.forget(attempt_id);
    delivery.journal.forget(attempt_id);
    delivery.reports.forget(attempt_id);
  };
  const lifetimes = createLifetimes((attempt_id) => void end(attempt_id));
  delivery.follow(lifetimes.take);
  delivery.follow(({ type, attachment_attempt_id }) => {
    if (type === 'execution-ended') effective.forget(attachment_attempt_id);
  });
  return {
    builtIn: hasBuiltIn ? builtIn : null,
    fronts,
    async testDoor() {
      const open = await endpoint;
      // The journal keeps nothing of an attempt that was not opened.
      const nobody = newId();
      return (
        open && {
          address: open.addAttempt(nobody, { server_name: builtInName }),
          close: () => open.endAttempt(nobody),
        }
      );
    },
    async close() {
      const open = await Promise.all([endpoint, fronts]);
      const closed = Promise.allSettled(open.map((one) => one?.close() ?? Promise.resolve()));
      await Promise.race([closed, delay(lastEvidenceMs, undefined, { ref: false })]);
    },
  };
}
