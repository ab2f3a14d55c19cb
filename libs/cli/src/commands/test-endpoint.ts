import { type EndpointTestResult } from '@mcp-witness/client';
import { reasonPhrase } from '@mcp-witness/evidence';
import { type Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { askService } from '../service/connect.ts';
import { sayProgress } from '../report/test-progress.ts';
import { inSeconds } from '../terminal/duration.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

const scope = 'operations:run';

function render({ server_name, ...test }: EndpointTestResult): string {
  const took = `${inSeconds(test.duration_ms)} of ${inSeconds(test.budget_ms)}`;
  const version = test.protocol_version === null ? '' : `, protocol ${printable(test.protocol_version)}`;
  const warnings = test.warnings.map((code) => `  ${code}: ${reasonPhrase(code) ?? 'see the documentation'}`);
  const head = test.succeeded
    ? `${printable(server_name)}  reachable with ${test.tool_count ?? 0} tools${version} (${took})`
    : `${printable(server_name)}  ${test.reason_code ?? 'failed'} at ${test.stage ?? 'the end'}, ${test.reachable ? 'reachable' : 'not reachable'} (${took})`;
  const noise = test.noise_lines === 0 ? [] : [`  ${test.noise_lines} such lines were counted, and not kept`];
  const summary = test.summary === null ? [] : [`  ${printable(test.summary)}`];
  return [head, ...summary, ...warnings, ...noise].join('\n');
}

/** `witness test-endpoint`: exits with 5 when the test did not succeed. */
export function addTestEndpointCommand(
  program: Command,
  terminal: Terminal,
  exit: (code: number) => void,
): void {
  program
    .command('test-endpoint')
    .summary('test one server of a session from the machine of its agent')
    .description(
      'Has the process that runs the session start or reach the server as it was delivered, open the protocol and list its tools. The result is recorded as a test, and changes no status.',
    )
    .argument('<session>', "the session's id")
    .requiredOption('--server <name>', 'a server of its current attempt')
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      '\nExit code 5: the test did not succeed.\n\nExample:\n  witness test-endpoint s-1 --server files',
    )
    .action(async (session: string, flags: { readonly server: string; readonly json?: true }) => {
      const missing = `server ${printable(flags.server)} in the current attempt of session ${printable(session)}, or it is not effective there; \`witness report\` lists them`;
      const server = await askService(terminal, (client) => client.server(session, flags.server), missing);
      const progress = sayProgress(terminal, server);
      const result = await askService(
        terminal,
        (client) => client.testEndpoint(session, flags.server, { onProgress: progress.say }),
        missing,
        scope,
      ).finally(progress.stop);
      if (flags.json === true) printJson(terminal, result);
      else printLine(terminal.out, render(result));
      exit(result.succeeded ? exitCodes.ok : exitCodes.assertionFalse);
    });
}
