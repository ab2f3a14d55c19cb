import type { Attempt, Connection, Server } from '@mcp-witness/evidence';
import { counted } from '../words/counted.ts';
import type { Phrase } from '../words/phrase.ts';
import { plainText } from '../words/plain-text.ts';
import { reasonText } from './evidence-sentence.ts';

/** "3 calls, 1 with an error, first 12:04:10": use is a line under the status. Null where none was seen. */
export const useLine = (server: Server): Phrase | null => {
  const { tool_call_count: calls, tool_error_count: errors, used_at: at } = server;
  if (calls === 0 && at === null) return null;
  return [
    calls === 0 ? 'Used' : `Used: ${counted(calls, 'call')}`,
    errors === 0 ? '' : `, ${errors} with an error`,
    ...(at === null ? [] : [', first ', { instant: at }]),
  ];
};

/** "opencode 1.18.33"; null where the client gave no name. */
export const clientText = ({ client }: Pick<Connection, 'client'>): string | null =>
  client === null ? null : plainText([client.name, client.version ?? ''].join(' ').trim());

const connectionText = (server: Server): string | null => {
  if (server.connection_count === 1 && server.connection_id !== null)
    return `connection ${server.connection_id}`;
  if (server.connection_count > 0) return counted(server.connection_count, 'connection');
  return server.era === 'modern' ? 'no connection of its own (modern protocol)' : null;
};

/** "stdio node"; the address of a server says by itself that it is one. */
const targetText = ({ transport, target }: Server): string | null =>
  target === null || transport === null || target.includes('://') ? target : `${transport} ${target}`;

/** What stands under a server's status: which execution and connection this is about, and what it is. */
export const serverFacts = (attempt: Attempt, server: Server): readonly string[] => {
  const facts = [
    attempt.execution_id === null ? null : `execution ${attempt.execution_id}`,
    connectionText(server),
    server.protocol_version === null ? null : `MCP ${server.protocol_version}`,
    clientText(server),
    targetText(server),
  ];
  return facts.filter((fact) => fact !== null).map(plainText);
};

/** The line under a server's status in a list: why it is so, otherwise its tools and calls. */
export const rowLine = (server: Server): string => {
  const { tool_count: tools, tool_call_count: calls } = server;
  const reason = reasonText(server);
  if (reason !== null) return reason;
  return [tools === null ? null : counted(tools, 'tool'), calls === 0 ? null : counted(calls, 'call')]
    .filter((part) => part !== null)
    .join(' · ');
};
