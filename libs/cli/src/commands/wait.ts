import { createClient } from '@mcp-witness/client';
import type { History, Server } from '@mcp-witness/evidence';
import { type Command, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { followReport } from '../pipeline/follow-report.ts';
import {
  isServerMilestone,
  isSessionMilestone,
  serverMilestones,
  sessionMilestones,
} from '../pipeline/milestones.ts';
import { sayMissing, sayServer, serverIn } from '../pipeline/name-server.ts';
import { reportCalls } from '../service/connect.ts';
import { readServiceAddress } from '../settings.ts';
import { secondsOf } from '../terminal/duration.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface WaitFlags {
  readonly server?: string;
  readonly until: string;
  readonly timeout: string;
  readonly json?: true;
}

type Holds = (history: History) => boolean;

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

function holdsOf({ server, until }: WaitFlags): Holds {
  if (server === undefined) {
    if (isSessionMilestone(until)) return ({ current }) => sessionMilestones[until](current);
    throw usage(`--until ${until} is said of a server: name it with --server`);
  }
  if (!isServerMilestone(until)) throw usage(`--until ${until} is not said of a server: leave --server out`);
  return ({ current }) => {
    const row = serverIn(current, server);
    return row !== null && serverMilestones[until](row);
  };
}

const mostSeconds = 86_400;

function timeoutOf({ timeout }: WaitFlags): number {
  const seconds = secondsOf(timeout);
  if (seconds === null || seconds > mostSeconds) {
    throw usage('--timeout takes a duration such as 30s, 15m or 2h, 1d at most');
  }
  return seconds * 1000;
}

/** What stands in the way, at the end of the time. */
function stateOf(session: string, { server }: WaitFlags, history: History | null): string {
  if (history === null) return `the service does not know session ${printable(session)} yet`;
  const { current } = history;
  if (server === undefined) return `attempt ${current.ordinal} stands where it stood`;
  const row = serverIn(current, server);
  return row === null ? sayMissing(current, server) : sayServer(row);
}

async function wait(terminal: Terminal, session: string, flags: WaitFlags): Promise<void> {
  const holds = holdsOf(flags);
  const timeout = AbortSignal.timeout(timeoutOf(flags));
  const service = readServiceAddress(terminal.environment);
  await interruptible(async (interrupt) => {
    const signal = AbortSignal.any([timeout, interrupt]);
    let last: History | null = null;
    const follow = async (): Promise<boolean> => {
      for await (const history of followReport({ client: createClient(service), service, session, signal })) {
        last = history;
        if (history !== null && holds(history)) return true;
      }
      return false;
    };
    const met = await reportCalls(follow).catch((error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    });
    if (interrupt.aborted) throw new CommandFailure(exitCodes.interrupted, 'interrupted');
    tell(terminal, { session, flags, history: last, met });
  });
}

interface Told {
  readonly session: string;
  readonly flags: WaitFlags;
  readonly history: History | null;
  readonly met: boolean;
}

const rowOf = ({ flags, history }: Told): Server | null =>
  history === null || flags.server === undefined ? null : serverIn(history.current, flags.server);

function tell(terminal: Terminal, told: Told): void {
  const { session, flags, history, met } = told;
  const { until, timeout } = flags;
  const server = rowOf(told);
  if (flags.json === true) {
    const attempt = history?.current.attachment_attempt_id ?? null;
    printJson(terminal, { met, until, session_id: session, attachment_attempt_id: attempt, server });
  } else if (met) {
    const ordinal = history?.current.ordinal ?? 0;
    printLine(terminal.out, server === null ? `${until}: attempt ${ordinal}` : sayServer(server));
  }
  if (met) return;
  throw new CommandFailure(
    exitCodes.timeout,
    `not ${until} within ${timeout}: ${stateOf(session, flags, history)}`,
  );
}

/** `witness wait`. */
export function addWaitCommand(program: Command, terminal: Terminal): void {
  program
    .command('wait')
    .summary('wait until something is true of a session or one of its servers')
    .description(
      "Waits for evidence about a session's current attempt, also of a session that has not begun. A server is waited for " +
        'until it got at least so far (configured to used), or until that is its status (active and the rest).',
    )
    .argument('<session>', "the session's id")
    .option('--server <name>', 'the server that is waited for')
    .addOption(
      new Option('--until <milestone>', 'what is waited for')
        .choices([...Object.keys(serverMilestones), ...Object.keys(sessionMilestones)])
        .makeOptionMandatory(),
    )
    .option('--timeout <duration>', 'for how long at most, such as 30s or 15m', '30s')
    .option('--json', 'what was found, as JSON')
    .addHelpText(
      'after',
      '\nExit code 7: it was not so within the time.\n\nExample:\n  witness wait s-1 --server files --until tools-listed --timeout 30s',
    )
    .action((session: string, flags: WaitFlags) => wait(terminal, session, flags));
}
