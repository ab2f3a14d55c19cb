import { hostname } from 'node:os';
import { answerOperators } from '../answer-operators.ts';
import { newAttemptId } from '../attempt-id.ts';
import { type Delivery, type DeliveryOptions, openDelivery } from '../delivery.ts';
import { createEffective, type Effective } from '../effective/effective.ts';
import { effectiveAttempt } from '../effective/effective-attempt.ts';
import { newId } from '../ids.ts';
import { type Fact, seen } from '../journal/fact.ts';
import { type LocalServers, startLocalServers } from '../local-servers.ts';
import { withoutOwnVariables } from '../own-variables.ts';
import type { Profile } from '../profile/profile.ts';
import { profileRevision } from '../profile/revision.ts';
import { createRing } from '../recent-output/ring.ts';
import { exitCode } from '../relay/agent-process.ts';
import { deliveredServers, openingFacts } from '../relay/opening.ts';
import { ownerName, thisProcess } from '../spool/place.ts';
import { startCli } from './cli-process.ts';
import { writeConfiguration, type WrittenConfiguration } from './configuration.ts';
import { clearLeftovers } from './leftovers.ts';
import { type OwnPlace, openOwnPlace } from './own-place.ts';
import { type PassthroughPlan, planPassthrough } from './plan-passthrough.ts';
import { locate } from './prepare.ts';
import { sayLeftOut, sayRestoring, sayUnreached, sayUnstarted } from './say.ts';
import { strategyOf } from './strategies/strategies.ts';
import type { Command, Locating, Strategy } from './strategy.ts';

export interface PassthroughOptions extends DeliveryOptions {
  /** Whose configuration is written. */
  readonly cli: string;
  /** The CLI's command; no shell reads it. */
  readonly command: Command;
  /** The project: where it runs. */
  readonly directory: string;
  readonly session: string | null;
  readonly task: string | null;
  readonly profile: Profile | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where this user's executors keep what outlives them. */
  readonly stateDirectory: string;
}

/** The command could not be given its configuration, and was not started. */
const refusedCode = 1;

interface Passthrough {
  readonly options: PassthroughOptions;
  readonly executor_id: string;
  readonly attempt_id: string;
  readonly owner: string;
  readonly strategy: Strategy | null;
  readonly locating: Locating;
  readonly own: OwnPlace;
  readonly delivery: Delivery;
  readonly servers: LocalServers;
  readonly effective: Effective;
}

/** What is seen here is seen by whoever resolves the configuration: no relay stands between. */
const resolver = (fact: Fact): Fact => ({ ...fact, witness: 'resolver' });

function planOf(one: Passthrough): Promise<PassthroughPlan> {
  const { options, attempt_id, strategy, locating, servers } = one;
  const { cli, profile, environment } = options;
  const revision = profile === null ? null : profileRevision(profile);
  const policy = { profile, revision, inject: true, environment, fronts: servers.fronts };
  const { builtIn } = servers;
  return planPassthrough({
    attempt_id,
    cli,
    strategy,
    locating,
    policy,
    builtIn,
    directory: options.directory,
  });
}

async function openAttempt(one: Passthrough, plan: PassthroughPlan): Promise<void> {
  const { options, executor_id, attempt_id, delivery, effective } = one;
  const { cli, session, task, profile, environment, directory } = options;
  const entry = 'passthrough';
  const revision = profile === null ? null : profileRevision(profile);
  const facts = openingFacts({
    directory,
    belonging: { session_id: session ?? newId(), task_id: task, entry, forked_from: null },
    execution: { execution_id: executor_id, host: hostname(), agent: { id: cli, pid: null } },
    revision,
    host: plan.servers,
    added: [],
  });
  effective.put(
    attempt_id,
    effectiveAttempt({ servers: plan.servers, policy: { revision, environment }, directory }),
    plan.configurations,
  );
  await delivery.journal.relay.open(attempt_id, facts.map(resolver), plan.configurations);
}

function tell({ options, strategy, locating }: Passthrough, plan: PassthroughPlan): void {
  const { cli, profile, onTrouble } = options;
  for (const line of sayLeftOut(cli, plan.servers)) onTrouble(line);
  const denies = profile?.rules.some(({ deny }) => deny) ?? false;
  const starts = locating.ok || !locating.refused;
  if (starts && denies) onTrouble(sayUnreached(cli, strategy));
}

/** Null, and why in the evidence, when it could not be. */
async function write(one: Passthrough, plan: PassthroughPlan): Promise<WrittenConfiguration | null> {
  const { strategy, locating, own, options, owner, attempt_id, delivery } = one;
  if (strategy === null || !locating.ok) return { remove: () => Promise.resolve(null) };
  const { location } = locating;
  try {
    return await writeConfiguration({ strategy, location, plan, own, state: options.stateDirectory, owner });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    options.onTrouble(`the configuration of ${options.cli} cannot be written${code}: ${location.file}`);
    const summary = `The file that holds the servers could not be written${code}.`;
    const failed = plan.servers.filter(({ outcome }) => outcome.kind === 'delivered');
    const facts = failed.map(({ name: server_name }) =>
      seen('attachment-failed', { server_name, reason_code: 'materialization_failed', summary }),
    );
    delivery.journal.relay.note(attempt_id, facts.map(resolver));
    return null;
  }
}

/** Runs the CLI to its end, and answers with its exit code. */
async function follow(one: Passthrough, plan: PassthroughPlan): Promise<number> {
  const { options, strategy, locating, attempt_id, delivery } = one;
  const { command, environment } = locating.ok ? locating.location : options;
  const child = startCli(command, { cwd: options.directory, env: withoutOwnVariables(environment) });
  const { relay } = delivery.journal;
  if (await child.started) {
    const delivered = deliveredServers(plan.servers, strategy?.channel);
    relay.delivered(
      attempt_id,
      delivered.map(({ fact, carrier }) => ({ fact: resolver(fact), carrier })),
    );
  }
  const exit = await child.exit;
  if (exit.kind === 'not-started') options.onTrouble(sayUnstarted(options.command[0], exit.reason));
  const code = exitCode(exit);
  await one.servers.close();
  const reason_code = exit.kind === 'killed' ? 'killed' : 'exited';
  relay.note(attempt_id, [resolver(seen('execution-ended', { reason_code, exit_code: code }))]);
  return code;
}

async function attempt(one: Passthrough): Promise<number> {
  const { options, locating, servers, delivery, attempt_id } = one;
  const plan = await planOf(one);
  await openAttempt(one, plan);
  tell(one, plan);
  const refused = !locating.ok && locating.refused;
  const written = refused ? null : await write(one, plan);
  if (written === null) {
    await servers.close();
    const end = seen('execution-ended', { reason_code: 'exited', exit_code: refusedCode });
    delivery.journal.relay.note(attempt_id, [resolver(end)]);
    options.onTrouble(`${options.cli} was not started`);
    return refusedCode;
  }
  try {
    return await follow(one, plan);
  } finally {
    const restoring = await written.remove().catch((error: unknown) => {
      options.onTrouble(
        `a file of yours could not be restored, which the next run tries again: ${String(error)}`,
      );
      return null;
    });
    if (restoring !== null) sayRestoring(restoring, options);
  }
}

/**
 * Runs a CLI with the servers of the profile and the in-session server in its own configuration, as one attempt, and answers
 * with the exit code that is to be ours. What was written is taken away at the end, and after a crash by the next run.
 */
export async function runPassthrough(options: PassthroughOptions): Promise<number> {
  const { cli, command, environment, stateDirectory: state, profile } = options;
  const executor_id = newId();
  const owner = ownerName(thisProcess(executor_id));
  await clearLeftovers(state, options);
  const own = await openOwnPlace(state, owner);
  try {
    const strategy = strategyOf(cli);
    const ownDirectory = own.directory;
    const given = { command, environment, directory: options.directory, ownDirectory };
    const locating = await locate(strategy, { ...given, runId: executor_id, state });
    const delivery = await openDelivery(executor_id, options);
    // The terminal is the CLI's: nothing of what it writes passes here.
    const recent = createRing();
    const effective = createEffective(recent);
    const servers = startLocalServers({ ...options, profile, inject: true }, delivery, effective);
    answerOperators({ delivery, effective, recent, testDoor: servers.testDoor });
    const one = {
      options,
      executor_id,
      attempt_id: newAttemptId(),
      owner,
      strategy,
      locating,
      own,
      delivery,
      servers,
      effective,
    };
    const code = await attempt(one);
    await delivery.finish();
    return code;
  } finally {
    await own.clear();
  }
}
