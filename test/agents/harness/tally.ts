import { readFile } from 'node:fs/promises';
import type { Attempt, ClientInfo, Era, EvidenceLevel, Server, ServerStatus } from '@mcp-witness/evidence';

/** A line that a server wrote of itself: what it answered, or how a connection of it ended. */
export interface Note {
  readonly server: string;
  /** The attempt by which it was configured, where the configuration says so. */
  readonly attempt: string | null;
  readonly connection: string | null;
  readonly method?: string;
  readonly era?: Era;
  readonly protocol_version?: string | null;
  readonly client?: ClientInfo | null;
  readonly ok?: boolean;
  readonly tools?: number;
  readonly closed?: string;
}

/** What an agent was sent for one session call. */
export interface Sent {
  readonly attempt: string;
  readonly method: string;
  readonly sent: readonly { readonly name: string; readonly transport: string }[];
}

export interface Log {
  readonly notes: readonly Note[];
  readonly sent: readonly Sent[];
  /** All of it, as it was written. */
  readonly lines: readonly (Note | Sent)[];
}

/** What both a report and a server's own notes can say of a server. */
export interface Row {
  readonly status: ServerStatus;
  readonly evidence: EvidenceLevel;
  readonly era: Era | null;
  readonly protocol_version: string | null;
  readonly client: ClientInfo | null;
  readonly tool_count: number | null;
  readonly tool_call_count: number;
  readonly connection_count: number;
  /** How each connection ended, in the order of the words; `open` for one that did not. */
  readonly ends: readonly string[];
}

export async function readLog(file: string): Promise<Log> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Note | Sent);
  return {
    notes: lines.filter((line): line is Note => !('sent' in line)),
    sent: lines.filter((line): line is Sent => 'sent' in line),
    lines,
  };
}

const endNames: Readonly<Record<string, string>> = {
  stdin: 'stdin_closed',
  deleted: 'client_deleted',
  stream: 'stream_closed',
};

const isListOrCall = ({ method }: Note): boolean => method === 'tools/list' || method === 'tools/call';

function statusByNotes(own: readonly Note[], good: readonly Note[]): ServerStatus {
  const isOpen = ({ connection, era }: Note): boolean =>
    era === 'modern' || !own.some((note) => note.closed !== undefined && note.connection === connection);
  const accepting = good.filter(({ method, era }) => era === 'modern' || method === 'initialize');
  if (accepting.length === 0) return 'delivered';
  if (!accepting.some(isOpen)) return 'disconnected';
  return good.some((note) => isListOrCall(note) && isOpen(note)) ? 'active' : 'connected';
}

function evidenceByNotes(good: readonly Note[]): EvidenceLevel {
  const did = (wanted: string): boolean => good.some(({ method }) => method === wanted);
  if (did('tools/call')) return 'used';
  if (did('tools/list')) return 'tools_loaded';
  return good.length > 0 ? 'connected' : 'delivered';
}

function endsByNotes(own: readonly Note[], opened: readonly Note[]): string[] {
  const ends = opened.map(({ connection }) => {
    const end = own.find((note) => note.closed !== undefined && note.connection === connection);
    return end?.closed === undefined ? 'open' : (endNames[end.closed] ?? 'process_exited');
  });
  return ends.sort();
}

/** The row of a server by its own notes alone. */
export function rowByNotes(
  { notes }: Log,
  { server, attempt }: { readonly server: string; readonly attempt: string },
): Row {
  const own = notes.filter((note) => note.server === server && note.attempt === attempt);
  const answered = own.filter(({ method }) => method !== undefined);
  const good = answered.filter(({ ok }) => ok === true);
  const opened = good.filter(({ method }) => method === 'initialize');
  const accepted = good.findLast(({ method, era }) => era === 'modern' || method === 'initialize');
  return {
    status: statusByNotes(own, good),
    evidence: evidenceByNotes(good),
    era: accepted?.era ?? null,
    protocol_version: accepted?.protocol_version ?? null,
    client: accepted?.client ?? null,
    tool_count: good.findLast(({ tools }) => tools !== undefined)?.tools ?? null,
    tool_call_count: answered.filter(({ method }) => method === 'tools/call').length,
    connection_count: opened.length,
    ends: endsByNotes(own, opened),
  };
}

const usesServer = ({ method, ok }: Note): boolean =>
  ok === true && (method === 'initialize' || method === 'tools/list' || method === 'tools/call');

/** Whether servers were still used by way of one of `earlier` after the agent was sent the attempt. */
export function keptByNotes({ lines }: Log, attempt: string, earlier: readonly string[]): boolean {
  const sentAt = lines.findIndex((line) => 'sent' in line && line.attempt === attempt);
  return lines
    .slice(sentAt + 1)
    .some((line) => !('sent' in line) && usesServer(line) && earlier.includes(line.attempt ?? ''));
}

/** The same of a report. */
export function rowByReport(server: Server): Row {
  const { status, evidence, era, protocol_version, client, tool_count } = server;
  const { tool_call_count, connection_count, connections } = server;
  return {
    status,
    evidence,
    era,
    protocol_version,
    client: client === null ? null : { name: client.name, version: client.version ?? null },
    tool_count,
    tool_call_count,
    connection_count,
    ends: connections.map(({ close_reason_code }) => close_reason_code ?? 'open').sort(),
  };
}

export const serverNamed = (attempt: Attempt, name: string): Server | undefined =>
  attempt.servers.find((server) => server.name === name);
