import { type SessionQuery } from '@mcp-witness/client';
import { type ServerStatus, statusWords } from '@mcp-witness/evidence';
import { type Command, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { renderSessions } from '../report/render-sessions.ts';
import { askService } from '../service/connect.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface SessionsFlags {
  readonly task?: string;
  readonly agent?: string;
  readonly status?: ServerStatus;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: true;
}

function queryOf(flags: SessionsFlags): SessionQuery {
  if (!/^[1-9]\d{0,2}$/.test(flags.limit) || Number(flags.limit) > 200) {
    throw new CommandFailure(exitCodes.usage, '--limit takes a number from 1 to 200');
  }
  return {
    limit: Number(flags.limit),
    ...(flags.task === undefined ? {} : { task_id: flags.task }),
    ...(flags.agent === undefined ? {} : { agent_id: flags.agent }),
    ...(flags.status === undefined ? {} : { status: flags.status }),
    ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
  };
}

/** `witness sessions`. */
export function addSessionsCommand(program: Command, terminal: Terminal): void {
  program
    .command('sessions')
    .summary('list the sessions that the service knows')
    .description('Lists sessions, the running ones first.')
    .option('--task <id>', 'of this task only')
    .option('--agent <id>', 'of this agent only')
    .addOption(
      new Option('--status <status>', 'with a server in this status').choices(Object.keys(statusWords)),
    )
    .option('--limit <count>', 'how many, 200 at most', '50')
    .option('--cursor <cursor>', 'go on where an earlier page ended')
    .option('--json', 'the page as JSON')
    .addHelpText('after', '\nExample:\n  witness sessions --status failed')
    .action(async (flags: SessionsFlags) => {
      const query = queryOf(flags);
      const page = await askService(terminal, (client) => client.sessions(query));
      if (flags.json === true) {
        printJson(terminal, page);
        return;
      }
      printLine(terminal.out, renderSessions([...page.connected, ...page.sessions], terminal.colors));
      if (page.next_cursor !== null) printLine(terminal.err, `more with --cursor ${page.next_cursor}`);
    });
}
