import { basename } from 'node:path';
import { findsExecutable, probeAgents, type ProbeOptions, probeTransports } from '@mcp-witness/executor';
import { type Command, Option } from 'commander';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { type ProbeFlags, runProbes } from '../probe/run-probe.ts';
import { renderMatrix, renderProbe } from '../report/render-probe.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { printable } from '../terminal/printable.ts';
import { printJson, printLine, type Terminal } from '../terminal/terminal.ts';

interface OneFlags extends ProbeFlags {
  readonly exec?: true;
}

const usage = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

/** The name by which the agent is told, and its command. */
function agentOf(words: readonly string[], { exec }: OneFlags): readonly [string, ProbeOptions['command']] {
  const [first, ...rest] = words;
  if (first === undefined) throw usage('name an agent, or give its command after --exec --');
  if (exec === true) return [basename(first), [first, ...rest]];
  const command = Object.hasOwn(probeAgents, first) ? probeAgents[first] : undefined;
  if (command === undefined || rest.length > 0) {
    const known = Object.keys(probeAgents).join(', ');
    throw usage(
      `there is no agent ${printable(words.join(' '))}; known are ${known}, and any command after --exec --`,
    );
  }
  return [first, command];
}

async function installed(terminal: Terminal): Promise<Readonly<Record<string, ProbeOptions['command']>>> {
  const { environment } = terminal;
  const found = Object.entries(probeAgents).map(async ([name, command]) => {
    const is = await findsExecutable({ command: command[0], directory: process.cwd(), environment });
    return is ? [[name, command] as const] : [];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

async function probeOne(terminal: Terminal, words: readonly string[], flags: OneFlags): Promise<void> {
  const [name, command] = agentOf(words, flags);
  await interruptible(async (signal) => {
    const { [name]: result } = await runProbes(terminal, { [name]: command }, flags, signal);
    if (result === undefined) return;
    if (flags.json === true) printJson(terminal, result);
    else printLine(terminal.out, renderProbe(result));
    if (signal.aborted) throw new CommandFailure(exitCodes.interrupted, 'interrupted');
    if (result.failure !== null) throw new CommandFailure(exitCodes.failure, result.failure);
  });
}

async function probeAll(terminal: Terminal, flags: ProbeFlags): Promise<void> {
  const agents = await installed(terminal);
  if (Object.keys(agents).length === 0) {
    const known = Object.values(probeAgents).map(([file]) => file);
    throw new CommandFailure(exitCodes.notFound, `none of these is in PATH: ${known.join(', ')}`);
  }
  await interruptible(async (signal) => {
    const results = await runProbes(terminal, agents, flags, signal);
    if (flags.json === true) printJson(terminal, { agents: results });
    else printLine(terminal.out, renderMatrix(results));
    if (signal.aborted) throw new CommandFailure(exitCodes.interrupted, 'interrupted');
  });
}

const withFlags = (command: Command): Command =>
  command
    .addOption(
      new Option('--transport <transport...>', 'send sentinels over these, whatever the agent says').choices(
        probeTransports,
      ),
    )
    .option('--prompt [text]', 'ask for one turn, in which a tool of a sentinel is to be called')
    .option('--mode <id>', 'the mode of the agent for that turn, by its own name')
    .option('--timeout <duration>', 'for each answer, and for what follows it', '30s')
    .option(
      '--frames <file>',
      'write every line that passes to this file, as JSON lines; they may hold secrets',
    )
    .option('--json', 'what was found, as JSON');

/** `witness probe`. */
export function addProbeCommand(program: Command, terminal: Terminal): void {
  const probe = withFlags(program.command('probe'))
    .summary('find out what an ACP agent does with the MCP servers that it is given')
    .description(
      'Starts an ACP agent here, opens a session with small MCP servers of its own in it, loads, resumes and forks it as far as ' +
        `the agent offers that, and says what the agent did. Known agents: ${Object.keys(probeAgents).join(', ')}.`,
    )
    .argument('[agent...]', 'a known agent, or after --exec -- any command')
    .option('--exec', 'what follows is a command')
    .addHelpText('after', '\nExample:\n  witness probe --exec --prompt -- opencode acp')
    .action((words: string[], flags: OneFlags) => probeOne(terminal, words, flags));
  withFlags(probe.command('matrix'))
    .summary('probe every known agent that is installed, side by side')
    .description('Probes all known agents that are in PATH, and prints a table of what each really does.')
    .addHelpText('after', '\nExample:\n  witness probe matrix --timeout 1m > matrix.md')
    .action((flags: ProbeFlags) => probeAll(terminal, flags));
}
