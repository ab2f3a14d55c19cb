import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAssertCommand } from './commands/assert.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDiagnosticsCommand } from './commands/diagnostics.ts';
import { addDiffCommand } from './commands/diff.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addKeysCommand } from './commands/keys.ts';
import { addPassthroughCommand } from './commands/passthrough.ts';
import { addProbeCommand } from './commands/probe.ts';
import { addProjectionsCommand } from './commands/projections.ts';
import { addReportCommand } from './commands/report.ts';
import { addRunCommand } from './commands/run.ts';
import { addSanitizeCommand } from './commands/sanitize.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSessionsCommand } from './commands/sessions.ts';
import { addTailCommand } from './commands/tail.ts';
import { addTestEndpointCommand } from './commands/test-endpoint.ts';
import { addWaitCommand } from './commands/wait.ts';
import type { Terminal } from './terminal/terminal.ts';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The `witness` command. `exit` is told the code of a command that ended without a failure. */
export function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('witness')
    .description("What the MCP servers of an AI agent's session really did.")
    .version(manifest.version)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
      outputError: (text, write) => {
        const said = text.replace(/^error: /, '');
        write(`witness: ${said.replace("argument 'command'", "argument 'command', which stands after --")}`);
      },
    });
  addServeCommand(program, terminal);
  addRunCommand(program, terminal, exit);
  addPassthroughCommand(program, terminal, exit);
  addProbeCommand(program, terminal);
  addReportCommand(program, terminal);
  addSessionsCommand(program, terminal);
  addWaitCommand(program, terminal);
  addAssertCommand(program, terminal);
  addDiffCommand(program, terminal);
  addTailCommand(program, terminal);
  addTestEndpointCommand(program, terminal, exit);
  addDiagnosticsCommand(program, terminal);
  addDoctorCommand(program, terminal, exit);
  addDemoCommand(program, terminal);
  addSanitizeCommand(program, terminal);
  addProjectionsCommand(program, terminal);
  addAuditCommand(program, terminal);
  addKeysCommand(program, terminal);
  addCompletionCommand(program, terminal);
  return program;
}
