import {
  type Attempt,
  checklist,
  reasonPhrase,
  type Server,
  statusWords,
  type StatusWord,
  witnessPhrase,
} from '@mcp-witness/evidence';
import { printable } from '../terminal/printable.ts';
import type { Colors } from '../terminal/terminal.ts';
import { amount, clock } from './words.ts';

const paint = (colors: Colors, colour: StatusWord['colour']): ((text: string) => string) =>
  ({ green: colors.green, amber: colors.yellow, red: colors.red, grey: colors.gray })[colour];

export function statusOf(server: Pick<Server, 'status'>, colors: Colors): string {
  const { label, colour } = statusWords[server.status];
  return paint(colors, colour)(label);
}

/** `3 tools · ~412 tokens`; empty when no list was seen. */
export function toolsOf(server: Server): string {
  if (server.tool_count === null) return '';
  const count =
    server.tools_list_complete === false ? `at least ${server.tool_count}` : `${server.tool_count}`;
  const tools = `${count} ${server.tool_count === 1 ? 'tool' : 'tools'}${server.tools_stale ? ' (list changed since)' : ''}`;
  const tokens = server.estimated_tokens_total;
  return tokens === null ? tools : `${tools} · ~${tokens} tokens`;
}

function originOf(server: Server): string {
  const source = server.source === 'built_in' ? 'built in' : (server.source ?? 'never resolved');
  const address = [server.transport, server.target].filter((part) => part !== null).map(printable);
  const isObserved = server.observed && source !== 'observed';
  return [...address, `(${source}${isObserved ? ', observed' : ''})`].join(' ');
}

function stepDetail(level: string, server: Server): string {
  if (level === 'connected' && server.protocol_version !== null) {
    const { client } = server;
    const by =
      client === null ? '' : ` by ${printable(client.name)} ${printable(client.version ?? '')}`.trimEnd();
    return `MCP ${printable(server.protocol_version)}${by}`;
  }
  if (level === 'tools_loaded') return toolsOf(server);
  if (level !== 'used' || server.tool_call_count === 0) return '';
  const errors = server.tool_error_count === 0 ? '' : `, ${amount(server.tool_error_count, 'error')}`;
  return `${amount(server.tool_call_count, 'call')}${errors}`;
}

function stepLines(attempt: Attempt, server: Server, colors: Colors): readonly string[] {
  return checklist(attempt, server).map(({ level, label, at, witness }) => {
    const name = label.padEnd(13);
    if (at === null) return colors.dim(`    · ${name} not seen`);
    const by = witness === null ? '' : `seen by ${witnessPhrase(witness)}`;
    const parts = [clock(at), by, stepDetail(level, server)].filter((part) => part !== '');
    return `    ✓ ${name} ${parts.join(' · ')}`;
  });
}

function noteLines(server: Server): readonly string[] {
  const { endpoint_test: test, reason_code, summary, duplicates } = server;
  const said = summary ?? (reason_code === null ? null : reasonPhrase(reason_code));
  const reason = [reason_code, said].filter((part) => part !== null).map(printable);
  return [
    ...(reason.length === 0 ? [] : [`    ${reason.join(': ')}`]),
    ...duplicates.map((one) => `    also sent under this name: ${one.transport} ${printable(one.target)}`),
    ...(server.connection_count > 1 ? [`    ${amount(server.connection_count, 'connection')}`] : []),
    ...(server.problem_report_count > 0
      ? [`    the agent reported ${amount(server.problem_report_count, 'problem')}`]
      : []),
    ...(test === null
      ? []
      : [`    endpoint test: ${test.succeeded ? 'succeeded' : (test.reason_code ?? 'failed')}`]),
  ];
}

/** One server of an attempt: its status, where it comes from, and what was seen of it. */
export function renderServer(attempt: Attempt, server: Server, colors: Colors): readonly string[] {
  const tools = toolsOf(server);
  return [
    `  ${colors.bold(printable(server.name))}  ${statusOf(server, colors)}${tools === '' ? '' : `  ${tools}`}`,
    colors.dim(`    ${originOf(server)}`),
    ...stepLines(attempt, server, colors),
    ...noteLines(server),
  ];
}
