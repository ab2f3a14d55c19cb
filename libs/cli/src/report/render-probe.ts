import type { CallResult, ProbeResult, SentinelResult } from '@mcp-witness/executor';
import { printable } from '../terminal/printable.ts';

const yes = (value: boolean): string => (value ? 'yes' : 'no');

function sentinelLine({ transport, advertised, accepted, tool_count, tool_calls }: SentinelResult): string {
  if (accepted === null)
    return `    ${transport}  advertised ${yes(advertised)}, delivered, no connection seen`;
  const { era, protocol_version, client, after_answer_ms } = accepted;
  const by =
    client === null ? '' : ` by ${printable(client.name)} ${printable(client.version ?? '')}`.trimEnd();
  const when = after_answer_ms === null ? '' : `, ${after_answer_ms} ms after the answer`;
  const tools = tool_count === null ? 'tools not listed' : `${tool_count} tools listed`;
  const calls = tool_calls === 0 ? '' : `, ${tool_calls} called`;
  return `    ${transport}  advertised ${yes(advertised)}, delivered, MCP ${printable(protocol_version)} (${era})${by}${when}, ${tools}${calls}`;
}

function answerOf({ offered, answer, error_code, kept_previous }: CallResult): string {
  if (!offered) return 'not offered';
  if (answer === null) return 'not asked';
  if (answer === 'none') return 'no answer';
  if (answer === 'refused') return `refused (${error_code ?? 'no code'})`;
  return kept_previous ? 'taken; none of the new addresses was used' : 'taken';
}

/** What one agent really did, call by call. */
export function renderProbe({ command, agent, acp_version, calls, prompt, failure }: ProbeResult): string {
  const name = agent === null ? 'unnamed agent' : `${agent.name} ${agent.version ?? ''}`.trimEnd();
  return [
    `${printable(command.join(' '))}: ${printable(name)}${acp_version === null ? '' : `, ACP ${acp_version}`}`,
    ...calls.flatMap((call) => [`  ${call.method}  ${answerOf(call)}`, ...call.sentinels.map(sentinelLine)]),
    ...(prompt === null ? [] : [`  session/prompt  ${prompt === 'ok' ? 'taken' : prompt}`]),
    ...(failure === null ? [] : [`  ${printable(failure)}`]),
  ].join('\n');
}

const heading = [
  'agent',
  'version',
  'MCP',
  'stdio',
  'http',
  'sse',
  'called',
  'load',
  'resume',
  'fork',
] as const;

const cell = (text: string): string => printable(text).replaceAll('|', '\\|');

function cellsOf([name, { agent, calls, failure }]: readonly [string, ProbeResult]): readonly string[] {
  const opened = calls.find(({ method }) => method === 'session/new');
  const sentinels = opened?.sentinels ?? [];
  const way = (transport: string): string => {
    const one = sentinels.find((sentinel) => sentinel.transport === transport);
    return one === undefined ? 'not sent' : yes(one.tool_count !== null);
  };
  const versions = new Set(sentinels.flatMap(({ accepted }) => accepted?.protocol_version ?? []));
  const later = ['session/load', 'session/resume', 'session/fork'].map((method) => {
    const call = calls.find((one) => one.method === method);
    if (call === undefined) return '-';
    if (!call.offered) return 'no';
    if (call.answer !== 'ok') return answerOf(call);
    return call.kept_previous ? 'keeps' : 'connects';
  });
  const called = sentinels.reduce((sum, { tool_calls }) => sum + tool_calls, 0);
  const said = failure === null || opened?.answer === 'ok' ? [...versions].join(', ') : failure;
  return [
    name,
    agent?.version ?? '-',
    said,
    way('stdio'),
    way('http'),
    way('sse'),
    String(called),
    ...later,
  ].map(cell);
}

/** A table in Markdown, one line for each agent. */
export const renderMatrix = (results: Readonly<Record<string, ProbeResult>>): string =>
  [heading, heading.map(() => '---'), ...Object.entries(results).map(cellsOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
