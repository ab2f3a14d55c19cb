import { cleanText, type Server, type ServerStatus, statusWords } from '@mcp-witness/evidence';

/** What each status rests on, in words that claim no more than was seen. */
const meaning: Readonly<Record<ServerStatus, string>> = {
  active: 'Its tools were listed or called, on a connection that is open or over the stateless protocol.',
  connected: 'It accepted the protocol; no list of its tools and no call was seen.',
  delivered:
    'Its configuration was sent to the agent. What happens between the agent and this server is not visible from here, so this is neither a success nor a failure.',
  disconnected:
    'It was connected in this attempt; every connection has closed since, or the agent process ended.',
  failed: 'An explicit failure was reported for this server.',
  filtered: 'It was left out on purpose before the configuration went to the agent.',
  unavailable: 'It was wanted but could not be prepared, so it was not sent to the agent.',
  configured: 'It is part of the configuration; nothing shows that it was sent to the agent.',
};

/** One server as the tools tell it: shape of the structured output. */
export interface ServerLine {
  readonly name: string;
  readonly status: ServerStatus;
  readonly label: string;
  readonly evidence: string;
  readonly reason_code: string | null;
  readonly tool_count: number | null;
  readonly tools_list_complete: boolean | null;
  readonly tool_call_count: number;
  readonly tool_error_count: number;
  readonly problem_report_count: number;
}

export const lineOf = (server: Server): ServerLine => ({
  name: server.name,
  status: server.status,
  label: statusWords[server.status].label,
  evidence: server.evidence,
  reason_code: server.reason_code,
  tool_count: server.tool_count,
  tools_list_complete: server.tools_list_complete,
  tool_call_count: server.tool_call_count,
  tool_error_count: server.tool_error_count,
  problem_report_count: server.problem_report_count,
});

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A name on one line, so that it cannot pass for another line of the answer. */
export const onOneLine = (text: string): string => cleanText(text, { lineBreaks: false }).text;

/** "github: Delivered · connection unverified; tools not listed" */
export function lineText(server: ServerLine): string {
  const parts = [server.label];
  if (server.reason_code !== null) parts.push(`reason ${server.reason_code}`);
  if (server.tool_count !== null) {
    parts.push(
      counted(server.tool_count, 'tool') +
        (server.tools_list_complete === false ? ' (list not read to its end)' : ''),
    );
  }
  if (server.tool_call_count > 0) parts.push(counted(server.tool_call_count, 'call'));
  if (server.tool_error_count > 0) parts.push(`${counted(server.tool_error_count, 'call')} with an error`);
  if (server.problem_report_count > 0) parts.push(counted(server.problem_report_count, 'problem report'));
  return `${onOneLine(server.name)}: ${parts.join('; ')}`;
}

/** Why a server is in its state: the rule for the status, then the reason that was recorded. */
export function whyText(server: Server): string {
  const reason = server.reason_code === null ? '' : ` Reason code: ${server.reason_code}.`;
  const summary = server.summary === null ? '' : ` Recorded reason: ${onOneLine(server.summary)}`;
  return meaning[server.status] + reason + summary;
}
