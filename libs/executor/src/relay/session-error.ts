import { isObject } from '../json/object.ts';
import type { AttachMethod } from './client-request.ts';

const codes: Readonly<Record<AttachMethod, string>> = {
  'session/new': 'session_new_failed',
  'session/load': 'session_load_failed',
  'session/resume': 'session_resume_failed',
  'session/fork': 'session_fork_failed',
};

const meanings: ReadonlyMap<number, string> = new Map([
  [-32700, 'it could not parse the request'],
  [-32600, 'it took the request for invalid'],
  [-32601, 'it does not know the method'],
  [-32602, 'it did not accept the parameters'],
  [-32603, 'it met an internal error'],
  [-32800, 'the request was cancelled'],
  [-32000, 'it wants the user to sign in first'],
  [-32002, 'it did not find the session'],
]);

const serverFields = [
  'server_name',
  'serverName',
  'server',
  'mcp_server',
  'mcpServer',
  'mcpServerName',
] as const;

/** A field may have the name alone, or a server with its name. */
const nameIn = (field: unknown): unknown => (isObject(field) ? field.name : field);

/** The servers that structured fields of an error name; names in free text name nobody. */
function namedServers(
  error: Readonly<Record<string, unknown>>,
  servers: ReadonlySet<string>,
): readonly string[] {
  const data = error.data;
  if (!isObject(data)) return [];
  const names = serverFields.map((field) => nameIn(data[field]));
  return [...new Set(names)].filter((name) => typeof name === 'string' && servers.has(name)) as string[];
}

export interface SessionRefusal {
  readonly reason_code: string;
  /** Our own words; the agent's message only where its code means nothing to us, and then not cleaned yet. */
  readonly summary: string;
  readonly servers: readonly string[];
}

/** What the agent's error answer to a session call says. `servers` are those of the attempt. */
export function readSessionError(
  method: AttachMethod,
  error: unknown,
  servers: ReadonlySet<string>,
): SessionRefusal {
  const fields = isObject(error) ? error : {};
  const code = typeof fields.code === 'number' && Number.isInteger(fields.code) ? fields.code : null;
  const meaning = code === null ? undefined : meanings.get(code);
  const number = code === null ? '' : ` (JSON-RPC error ${code})`;
  const message = typeof fields.message === 'string' ? `: ${fields.message}` : '';
  return {
    reason_code: codes[method],
    summary:
      meaning === undefined
        ? `The agent refused ${method}${number}${message}`
        : `The agent refused ${method}: ${meaning}${number}.`,
    servers: namedServers(fields, servers),
  };
}
