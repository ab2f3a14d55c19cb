import { withoutOwnVariables } from '../own-variables.ts';
import type { PlannedServer } from '../resolution/planned.ts';
import type { Policy } from '../resolution/policy.ts';
import type { EffectiveAttempt, EffectiveServer } from './effective.ts';

interface Given {
  readonly servers: readonly PlannedServer[];
  readonly policy: Pick<Policy, 'revision' | 'environment'>;
  readonly directory: string;
}

function serverOf({ inSession, outcome, original }: PlannedServer): EffectiveServer | null {
  if (outcome.kind !== 'delivered') return null;
  if (inSession === true)
    return { kind: 'built_in', transport: outcome.transport === 'stdio' ? 'stdio' : 'http' };
  return original === null || original === undefined
    ? { kind: 'opaque' }
    : { kind: 'entry', entry: original };
}

/** What the decisions over an attempt's servers gave to the agent. Of several of one name the first counts. */
export function effectiveAttempt({ servers, policy, directory }: Given): EffectiveAttempt {
  const effective = new Map<string, EffectiveServer>();
  for (const server of servers) {
    const given = serverOf(server);
    if (given !== null && !effective.has(server.name)) effective.set(server.name, given);
  }
  const { revision, environment } = policy;
  return { revision, directory, environment: withoutOwnVariables(environment), servers: effective };
}
