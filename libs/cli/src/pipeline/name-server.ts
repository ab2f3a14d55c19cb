import { type Attempt, type Server, statusWords } from '@mcp-witness/evidence';
import { printable } from '../terminal/printable.ts';
import { toolsOf } from '../report/render-server.ts';

export const serverIn = ({ servers }: Attempt, name: string): Server | null =>
  servers.find((server) => server.name === name) ?? null;

/** `files: Active, 3 tools`. */
export function sayServer(server: Server): string {
  const tools = toolsOf(server);
  const { label } = statusWords[server.status];
  return `${printable(server.name)}: ${label}${tools === '' ? '' : `, ${tools}`}`;
}

/** What the attempt names instead of the server that was asked for. */
export function sayMissing(attempt: Attempt, name: string): string {
  const names = attempt.servers.map((server) => printable(server.name));
  const instead = names.length === 0 ? 'it names none' : `it names ${names.join(', ')}`;
  return `attempt ${attempt.ordinal} names no server ${printable(name)}; ${instead}`;
}
