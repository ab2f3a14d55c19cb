import type * as Service from 'mcp-witness/service';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The service's code, loaded only by the commands that run it, and its settings. Rejects with a `CommandFailure`. */
export async function readServiceSettings(
  terminal: Terminal,
): Promise<{ readonly service: typeof Service; readonly settings: Service.Settings }> {
  const service = await import('mcp-witness/service');
  const read = service.readSettings(terminal.environment);
  if (!read.ok) throw new CommandFailure(exitCodes.usage, service.describeFaults(read.faults));
  return { service, settings: read.settings };
}
