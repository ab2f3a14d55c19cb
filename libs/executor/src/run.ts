import { hostname } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { sanitizeCommand } from '@mcp-witness/evidence';
import { type DeliveryOptions, openDelivery } from './delivery.ts';
import { answerOperators } from './answer-operators.ts';
import { createEffective } from './effective/effective.ts';
import { createRing } from './recent-output/ring.ts';
import { newId } from './ids.ts';
import { type LocalServers, startLocalServers } from './local-servers.ts';
import { withoutOwnVariables } from './own-variables.ts';
import type { Profile } from './profile/profile.ts';
import { profileRevision } from './profile/revision.ts';
import { type AgentExit, exitCode, startAgent } from './relay/agent-process.ts';
import { createAsides } from './relay/asides.ts';
import { createAttachments } from './relay/attachments.ts';
import { guard } from './relay/guard.ts';
import { createSessionIdentity } from './relay/identity.ts';
import { passLongLines, refuseLongLines } from './relay/long-lines.ts';
import { relay } from './relay/relay.ts';
import { refuseUnclearLists } from './relay/unclear-lists.ts';
import type { Policy } from './resolution/policy.ts';

export interface RunOptions extends DeliveryOptions {
  /** The agent's command; no shell reads it. */
  readonly command: readonly [string, ...string[]];
  /** Every session call of this process belongs to this session. */
  readonly session: string | null;
  readonly task: string | null;
  /** False: no server is added. */
  readonly inject: boolean;
  /** Servers and rules beside what the host sends; null or absent for none. */
  readonly profile?: Profile | null;
  /** The agent's, but for our credentials and what says whose this run is. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly output: Writable;
  /** Where the agent's standard error goes; this process's own when absent. */
  readonly errors?: Writable;
  /** How long the agent may go on after a SIGTERM, in milliseconds; 8,000 when absent. */
  readonly insistAfterMs?: number;
}

function sayHowItEnded(exit: AgentExit, options: RunOptions): void {
  if (exit.kind !== 'not-started') return;
  const [command] = options.command;
  const why = {
    missing: 'there is no such command in PATH; give the path of the agent after --',
    'not-executable': 'the file may not be executed',
    other: 'the system refused to start it',
  }[exit.reason];
  options.onTrouble(`cannot start ${JSON.stringify(command)}: ${why}`);
}

function policyOf(options: RunOptions, { fronts }: LocalServers): Policy {
  const { profile = null, inject, environment } = options;
  const revision = profile === null ? null : profileRevision(profile);
  return { profile, revision, inject, environment, fronts };
}

const deniesAny = ({ profile }: RunOptions): boolean => profile?.rules.some(({ deny }) => deny) ?? false;

/**
 * Runs an agent under the relay until it ends, and answers with the exit code that is to be ours. Nothing of the agent
 * waits for the service; evidence that could not be sent stays in the spool directory for the next run.
 */
export async function runAgent(options: RunOptions): Promise<number> {
  const executor_id = newId();
  const delivery = await openDelivery(executor_id, options);
  const recent = createRing();
  const effective = createEffective(recent);
  const servers = startLocalServers(options, delivery, effective);
  answerOperators({ delivery, effective, recent, testDoor: servers.testDoor });
  const agent = startAgent(options.command, withoutOwnVariables(options.environment));
  const { input, output, errors = process.stderr, insistAfterMs, onTrouble } = options;
  const attachments = createAttachments({
    onTrouble,
    identity: createSessionIdentity(options),
    keeper: delivery.journal.relay,
    builtIn: servers.builtIn,
    effective,
    policy: policyOf(options, servers),
    execution: {
      execution_id: executor_id,
      host: hostname(),
      agent: { id: sanitizeCommand(options.command[0]), pid: agent.pid },
    },
  });
  const asides = createAsides(output);
  const refuse = deniesAny(options) ? asides.say : null;
  const guarded = guard(refuse === null ? attachments : refuseUnclearLists(attachments, refuse), {
    refuse,
    onFault(error) {
      onTrouble(`a fault of our own, by which evidence may be missing: ${messageOf(error)}`);
    },
  });
  // What no rule can forbid may pass unread.
  const long = refuse === null ? passLongLines(onTrouble) : refuseLongLines(refuse);
  const exit = await relay({
    agent,
    attachments: guarded,
    input,
    output,
    asides,
    errors,
    recent,
    long,
    insistAfterMs,
  });
  sayHowItEnded(exit, options);
  await servers.close();
  guarded.ended(exit.kind === 'killed' ? 'killed' : 'exited', exitCode(exit));
  await delivery.finish();
  return exitCode(exit);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
