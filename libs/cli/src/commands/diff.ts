import { type WitnessClient, WitnessError } from '@mcp-witness/client';
import type { Attempt, Server } from '@mcp-witness/evidence';
import { type Command } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { diffAttempts } from '../pipeline/diff-attempts.ts';
import { renderDiff } from '../report/render-diff.ts';
import { askService } from '../service/connect.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface DiffFlags {
  readonly exitCode?: true;
  readonly json?: true;
}

/** Catalogs are held for the current attempt of a session alone, and travel apart. */
async function withTools(client: WitnessClient, attempt: Attempt): Promise<Attempt> {
  if (attempt.superseded_at !== null) return attempt;
  const servers = attempt.servers.map(async (server): Promise<Server> => {
    if (server.tool_catalog_digest === null) return server;
    const held = await client.serverTools(attempt.session_id, server.name).catch((error: unknown) => {
      if (error instanceof WitnessError && error.status === 404) return null;
      throw error;
    });
    const same = held !== null && held.tool_catalog_digest === server.tool_catalog_digest;
    return same ? { ...server, tools: held.tools } : server;
  });
  return { ...attempt, servers: await Promise.all(servers) };
}

const read = (terminal: Terminal, id: string): Promise<Attempt> =>
  askService(
    terminal,
    async (client) => withTools(client, await client.attempt(id)),
    `attempt ${printable(id)}; \`witness report <session> --json\` tells the ids of attempts`,
  );

/** `witness diff`. */
export function addDiffCommand(program: Command, terminal: Terminal): void {
  program
    .command('diff')
    .summary('tell how the servers of two attempts differ')
    .description('Compares two attempts, of the same session or of two, server by server.')
    .argument('<from>', "an attempt's id")
    .argument('<to>', "another attempt's id")
    .option('--exit-code', 'exit with 5 when they differ')
    .option('--json', 'the differences as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  witness diff 0197a000-0000-7000-8000-000000000001 0197a000-0000-7000-8000-000000000002',
    )
    .action(async (from: string, to: string, flags: DiffFlags) => {
      const [before, after] = [await read(terminal, from), await read(terminal, to)];
      const diff = diffAttempts(before, after);
      if (flags.json === true) printJson(terminal, diff);
      else printLine(terminal.out, renderDiff(diff, terminal.colors));
      if (flags.exitCode === true && !diff.equal) {
        throw new CommandFailure(exitCodes.assertionFalse, 'the attempts differ');
      }
    });
}
