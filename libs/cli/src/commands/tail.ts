import {
  createClient,
  type FeedEvent,
  type FeedFilter,
  type FeedQuery,
  followFeed,
} from '@mcp-witness/client';
import { type Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { renderEvent } from '../report/render-event.ts';
import { reportCalls } from '../service/connect.ts';
import { readServiceAddress, type ServiceAddress } from '../settings.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

interface TailFlags {
  readonly after: string;
  readonly session?: string;
  readonly task?: string;
  readonly server?: string;
  readonly type?: string[];
  readonly limit?: string;
  readonly follow: boolean;
  readonly json?: true;
}

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

const list = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);

function filterOf({ session, task, server, type = [] }: TailFlags): FeedFilter {
  const filter = { session_id: list(session), task_id: list(task), server: list(server), type };
  return Object.fromEntries(Object.entries(filter).filter(([, values]) => values.length > 0));
}

function limitOf({ limit }: TailFlags): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw usage('--limit takes a whole number from 1');
  return Number(limit);
}

interface Reading {
  readonly service: ServiceAddress;
  readonly flags: TailFlags;
  readonly signal: AbortSignal;
}

/** What the log has by now. */
async function* recorded({ service, flags, signal }: Reading): AsyncGenerator<FeedEvent, void, undefined> {
  const client = createClient(service);
  const filter = filterOf(flags) as Pick<FeedQuery, 'session_id' | 'task_id' | 'server' | 'type'>;
  for (let after: string | null = flags.after; after !== null;) {
    const page = await client.readFeed({ ...filter, after, limit: 500 }, signal);
    yield* page.events;
    after = page.next_after;
  }
}

/** The same and what is to come. Where no service answers to begin with, that is said; later it is waited for. */
async function* following({ service, flags, signal }: Reading): AsyncGenerator<FeedEvent, void, undefined> {
  const { position } = await createClient(service).readFeed({ after: flags.after, limit: 1 }, signal);
  const after = flags.after === 'now' ? position : flags.after;
  yield* followFeed({ ...service, after, filter: filterOf(flags), signal });
}

async function print(terminal: Terminal, flags: TailFlags, signal: AbortSignal): Promise<void> {
  let left = limitOf(flags);
  const reading = { service: readServiceAddress(terminal.environment), flags, signal };
  for await (const event of flags.follow ? following(reading) : recorded(reading)) {
    printLine(terminal.out, flags.json === true ? JSON.stringify(event) : renderEvent(event));
    left -= 1;
    if (left === 0) return;
  }
  if (signal.aborted) throw new CommandFailure(exitCodes.interrupted, 'interrupted');
}

async function tail(terminal: Terminal, flags: TailFlags): Promise<void> {
  if (!/^(now|0|[1-9]\d{0,38})$/.test(flags.after)) {
    throw usage('--after takes a position of the log, which is a whole number, or now');
  }
  limitOf(flags);
  await interruptible((signal) => reportCalls(() => print(terminal, flags, signal)));
}

/** `witness tail`. */
export function addTailCommand(program: Command, terminal: Terminal): void {
  program
    .command('tail')
    .summary('print recorded events as they come')
    .description(
      'Prints the events of the log in its order, one a line. Each begins with its position, from which --after goes on.',
    )
    .option('--after <position>', 'only events after this one, or now for those to come', 'now')
    .option('--session <id>', 'of this session only')
    .option('--task <id>', 'of this task only')
    .option('--server <name>', 'of this server only')
    .option('--type <type...>', 'of these types only')
    .option('--limit <count>', 'end after so many')
    .option('--no-follow', 'end with what is recorded by now')
    .option('--json', 'each event as one line of JSON')
    .addHelpText('after', '\nExample:\n  witness tail --after 0 --session s-1 --no-follow')
    .action((flags: TailFlags) => tail(terminal, flags));
}
