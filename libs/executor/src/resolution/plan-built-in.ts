import type { EndpointAddress } from '../endpoint/index.ts';
import { bridgeEntry } from '../bridge/entry.ts';
import type { ServerEntry } from '../fronts/index.ts';
import type { AttemptServers } from './attempt.ts';
import { otherVersion } from './plan-profile.ts';
import { type Addition, filtered, type Outcome } from './planned.ts';
import { addressOf, transportOf } from './server-entry.ts';

/** The in-session server as the relay hands it to an agent. */
export interface BuiltIn {
  readonly name: string;
  /** The address of one attempt; null when there is no endpoint. */
  address(attempt_id: string): Promise<EndpointAddress | null>;
}

const reserved = 'Another server bears this name, so the in-session server stays out.';
const unsupported = 'The agent says that it takes MCP servers neither over HTTP nor over stdio.';
const notStarted = 'The in-session server could not be started.';

const nowhere = { transport: 'http', address: 'http://127.0.0.1' } as const;

function notAdded(name: string, outcome: Outcome, configured = true): Addition {
  const configuration = configured
    ? ({ source: 'built_in', ...nowhere, witness: 'resolver', observed: true, duplicate: false } as const)
    : null;
  return { planned: { name, configuration, outcome }, entry: null };
}

function entryAt(name: string, address: EndpointAddress, takesHttp: boolean): ServerEntry {
  return takesHttp ? { type: 'http', name, ...address } : bridgeEntry(name, address);
}

/** Decides whether and how the in-session server goes in. */
export async function planBuiltIn(builtIn: BuiltIn, attempt: AttemptServers): Promise<Addition> {
  const { name } = builtIn;
  const { takes, host, policy } = attempt;
  const others = [...host, ...(policy.profile?.servers ?? [])];
  if (others.some((other) => other.name === name)) {
    return notAdded(name, filtered('reserved_name', reserved), false);
  }
  if (takes?.otherVersion === true) return notAdded(name, filtered('protocol_unsupported', otherVersion));
  const takesHttp = takes?.http ?? false;
  if (!takesHttp && takes?.stdio === false) return notAdded(name, filtered('http_unsupported', unsupported));
  const address = await builtIn.address(attempt.attempt_id);
  if (address === null) {
    return notAdded(name, { kind: 'failed', reason_code: 'spawn_failed', summary: notStarted });
  }
  const entry = entryAt(name, address, takesHttp);
  const transport = transportOf(entry);
  const seen = { witness: 'resolver', observed: true, duplicate: false } as const;
  return {
    planned: {
      name,
      configuration: { source: 'built_in', transport, address: addressOf(entry), ...seen },
      outcome: { kind: 'delivered', transport },
      inSession: true,
    },
    entry,
  };
}
