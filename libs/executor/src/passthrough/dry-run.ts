import { join } from 'node:path';
import { cleanText } from '@mcp-witness/evidence';
import type { Fronts } from '../fronts/index.ts';
import { newId } from '../ids.ts';
import { knownSecrets } from '../journal/redact.ts';
import { builtInName } from '../local-servers.ts';
import type { PlannedServer } from '../resolution/planned.ts';
import { type PassthroughPlan, planPassthrough } from './plan-passthrough.ts';
import { locate } from './prepare.ts';
import type { PassthroughOptions } from './run-passthrough.ts';
import { strategyOf } from './strategies/strategies.ts';
import type { Locating, Strategy } from './strategy.ts';

/** What a passthrough would do. Secrets of the servers' configuration are struck out of it. */
export interface DryRun {
  readonly cli: string;
  readonly channel: string | null;
  readonly command: readonly string[];
  /** Variables that the command would have beside the caller's, or in their place. */
  readonly environment: Readonly<Record<string, string>>;
  /** Null: none would be written. `users`: it is the user's own, and would be restored. */
  readonly file: {
    readonly path: string;
    readonly users: boolean;
    readonly before: string | null;
    readonly after: string;
  } | null;
  readonly servers: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly reason_code: string | null;
    readonly summary: string | null;
  }[];
}

const told = ({ name, outcome }: PlannedServer): DryRun['servers'][number] => ({
  name,
  outcome: outcome.kind,
  reason_code: 'reason_code' in outcome ? outcome.reason_code : null,
  summary: 'summary' in outcome ? outcome.summary : null,
});

/** Stand for the addresses that a run gets when it listens. */
const address = { url: 'http://127.0.0.1/', headers: [] };
const builtIn = { name: builtInName, address: () => Promise.resolve(address) };
const fronts: Pick<Fronts, 'add'> = {
  add: (_attempt, entry) =>
    'url' in entry ? { ...entry, ...address } : { ...entry, command: 'front', args: [] },
};

function fileOf(locating: Locating, strategy: Strategy | null, plan: PassthroughPlan): DryRun['file'] {
  if (!locating.ok || strategy === null) return null;
  const { file: path, users, base } = locating.location;
  const { inTexts: secrets } = knownSecrets(plan.configurations);
  const shown = (text: string): string => cleanText(text, { secrets, lineBreaks: true }).text;
  const before = base === null ? null : shown(base);
  return { path, users: users !== null, before, after: shown(strategy.write(base, plan.own)) };
}

/** Decides what {@link runPassthrough} would, and writes, starts and records nothing. */
export async function planDryRun(
  options: Omit<PassthroughOptions, 'service' | 'spoolDirectory' | 'onTrouble' | 'onDetail'>,
): Promise<DryRun> {
  const { cli, command, directory, profile, environment, stateDirectory: state } = options;
  const strategy = strategyOf(cli);
  const ownDirectory = join(state, 'passthrough', 'runs', 'the-run');
  const given = { command, environment, directory, ownDirectory };
  const locating = await locate(strategy, { ...given, runId: 'the-run', state });
  const plan = await planPassthrough({
    attempt_id: newId(),
    cli,
    strategy,
    locating,
    policy: { profile, revision: null, inject: true, environment, fronts: Promise.resolve(fronts) },
    builtIn: (profile?.built_in_tools ?? true) ? builtIn : null,
    directory,
  });
  const changed = locating.ok ? Object.entries(locating.location.environment) : [];
  const own = changed.flatMap(([name, value = '']) =>
    environment[name] === value ? [] : [[name, value] as const],
  );
  return {
    cli,
    channel: strategy?.channel ?? null,
    command: locating.ok ? locating.location.command : command,
    environment: Object.fromEntries(own),
    file: fileOf(locating, strategy, plan),
    servers: plan.servers.map(told),
  };
}
