import { classifyError } from '@mcp-witness/evidence';
import { isServerName } from '../resolution/host-servers.ts';
import { isObject } from '../json/object.ts';
import { parseObject } from './client-request.ts';
import { idOrNull } from './named-ids.ts';

/** An agent's own word that one of a session's servers did not start. */
export interface StartupReport {
  /** The agent's id of the session. */
  readonly acp_session_id: string;
  readonly server_name: string;
  /** The agent's words may stand in it: to be cleaned before it goes anywhere. */
  readonly summary: string;
}

const mark = 'mcp_startup.';
const markBytes = Buffer.from(mark);
const longestText = 4096;

/** `mcp_startup.<server>.<unique>`; a server's name may have dots. */
function serverOf(toolCallId: unknown): string | null {
  if (typeof toolCallId !== 'string' || !toolCallId.startsWith(mark)) return null;
  const end = toolCallId.lastIndexOf('.');
  const name = toolCallId.slice(mark.length, end);
  return end >= mark.length && end < toolCallId.length - 1 && isServerName(name) ? name : null;
}

function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? (content as readonly unknown[]) : [];
  for (const block of blocks) {
    const inner = isObject(block) ? block.content : null;
    if (isObject(inner) && typeof inner.text === 'string') return inner.text.slice(0, longestText);
  }
  return '';
}

/** The class of the error in our words; where it has none, what the agent says behind the name of the server. */
function summaryOf(text: string): string {
  const known = classifyError(text);
  if (known !== null) return `The agent could not start this server. ${known.summary}`;
  const [, cause = ''] = /failed to start:([^]*)/.exec(text) ?? [];
  return cause.trim() === ''
    ? 'The agent could not start this server.'
    : `The agent could not start this server: ${cause.trim()}`;
}

/** False: no line in these bytes is such a report. */
export const mayHoldReport = (bytes: Buffer): boolean => bytes.includes(markBytes);

/**
 * Reads the update by which codex-acp tells that a server did not start: a tool call that nobody called, failed, whose id has
 * the name of the server. Null for every other line of an agent.
 */
export function readStartupReport(line: Buffer): StartupReport | null {
  const message = mayHoldReport(line) ? parseObject(line) : null;
  const params = message?.method === 'session/update' ? message.params : null;
  const update = isObject(params) ? params.update : null;
  if (!isObject(params) || !isObject(update) || update.status !== 'failed') return null;
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return null;
  const server_name = serverOf(update.toolCallId);
  const acp_session_id = idOrNull(params.sessionId);
  if (server_name === null || acp_session_id === null) return null;
  return { acp_session_id, server_name, summary: summaryOf(textOf(update.content)) };
}
