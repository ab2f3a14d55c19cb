import type { History, Server, ServerStatus } from '@mcp-witness/evidence';
import { statusWords } from '@mcp-witness/evidence';
import { type Command, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { evidenceLevels, reached } from '../pipeline/milestones.ts';
import { sayMissing, sayServer, serverIn } from '../pipeline/name-server.ts';
import { askService } from '../service/connect.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface AssertFlags {
  readonly server: string;
  readonly status?: ServerStatus;
  readonly evidence?: string;
  readonly minTools?: string;
  readonly json?: true;
}

interface Claim {
  readonly expected: string;
  readonly holds: (server: Server) => boolean;
}

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

function claimsOf({ status, evidence, minTools }: AssertFlags): readonly Claim[] {
  if (minTools !== undefined && !/^\d{1,6}$/.test(minTools)) throw usage('--min-tools takes a whole number');
  const level = evidence === undefined ? undefined : evidenceLevels[evidence];
  const claims = [
    status === undefined
      ? []
      : [{ expected: `status ${status}`, holds: (server: Server) => server.status === status }],
    level === undefined
      ? []
      : [{ expected: `evidence ${evidence ?? ''}`, holds: (server: Server) => reached(server, level) }],
    minTools === undefined
      ? []
      : [
          {
            expected: `at least ${minTools} tools`,
            holds: ({ tool_count }: Server) => (tool_count ?? 0) >= Number(minTools),
          },
        ],
  ].flat();
  if (claims.length === 0) throw usage('name what must be true: --status, --evidence or --min-tools');
  return claims;
}

function judge(terminal: Terminal, { current, session_id }: History, flags: AssertFlags): void {
  const row = serverIn(current, flags.server);
  const failed = claimsOf(flags).filter(({ holds }) => row === null || !holds(row));
  const holds = failed.length === 0;
  const unmet = failed.map(({ expected }) => expected);
  if (flags.json === true) {
    const { attachment_attempt_id } = current;
    printJson(terminal, { holds, session_id, attachment_attempt_id, server: row, unmet });
  } else if (row !== null && holds) {
    printLine(terminal.out, sayServer(row));
  }
  if (holds) return;
  const found = row === null ? sayMissing(current, flags.server) : sayServer(row);
  throw new CommandFailure(exitCodes.assertionFalse, `not ${unmet.join(', ')}: ${found}`);
}

/** `witness assert`. */
export function addAssertCommand(program: Command, terminal: Terminal): void {
  program
    .command('assert')
    .summary('fail when something is not true of a server')
    .description("Checks one server of a session's current attempt, as it stands now.")
    .argument('<session>', "the session's id")
    .requiredOption('--server <name>', 'the server')
    .addOption(new Option('--status <status>', 'what it must be').choices(Object.keys(statusWords)))
    .addOption(
      new Option('--evidence <level>', 'how far it must have got at least').choices(
        Object.keys(evidenceLevels),
      ),
    )
    .option('--min-tools <count>', 'so many tools at least')
    .option('--json', 'what was found, as JSON')
    .addHelpText(
      'after',
      '\nExit code 5: it is not true.\n\nExample:\n  witness assert s-1 --server files --status active',
    )
    .action(async (session: string, flags: AssertFlags) => {
      claimsOf(flags);
      const missing = `session ${printable(session)}; \`witness sessions\` lists those that it knows`;
      const history = await askService(terminal, (client) => client.report(session), missing);
      judge(terminal, history, flags);
    });
}
