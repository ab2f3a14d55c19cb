import type {
  AgainResult,
  CallResult,
  CloseResult,
  ProbeResult,
  SentinelResult,
} from '@mcp-witness/executor';
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

const refused = ({ answer, error_code }: AgainResult | CloseResult): string | null => {
  if (answer === 'ok') return null;
  return answer === 'none' ? 'no answer' : `refused (${error_code ?? 'no code'})`;
};

function againLine(again: AgainResult): string {
  const did = [
    refused(again) ?? 'taken',
    ...(again.reconnected ? ['connected to them once more'] : []),
    ...(again.kept_previous ? ['kept its connections'] : []),
  ];
  return `  ${again.method} with the servers that it had  ${did.join('; ')}`;
}

function closeLine(close: CloseResult): string {
  const ended = close.ended.length === 0 ? 'no connection' : `connections over ${close.ended.join(', ')}`;
  return `  session/close  ${refused(close) ?? 'taken'}; ended ${ended}`;
}

/** What one agent really did, call by call. */
export function renderProbe(result: ProbeResult): string {
  const { command, agent, acp_version, calls, again, close, prompt, failure } = result;
  const name = agent === null ? 'unnamed agent' : `${agent.name} ${agent.version ?? ''}`.trimEnd();
  return [
    `${printable(command.join(' '))}: ${printable(name)}${acp_version === null ? '' : `, ACP ${acp_version}`}`,
    ...calls.flatMap((call) => [`  ${call.method}  ${answerOf(call)}`, ...call.sentinels.map(sentinelLine)]),
    ...(again === null ? [] : [againLine(again)]),
    ...(close === null ? [] : [closeLine(close)]),
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
  'same again',
  'load',
  'resume',
  'fork',
  'close',
] as const;

const didWith = (connects: boolean, keeps: boolean): readonly string[] => [
  ...(connects ? ['connects'] : []),
  ...(keeps ? ['keeps'] : []),
];

const againCell = (again: AgainResult | null): string => {
  if (again === null) return 'no';
  const no = refused(again);
  const did = [...(no === null ? [] : [no]), ...didWith(again.reconnected, again.kept_previous)];
  return did.join(', ') || 'taken';
};

const closeCell = (close: CloseResult | null): string => {
  if (close === null) return 'no';
  return refused(close) ?? (close.ended.length === 0 ? 'keeps' : `ends ${close.ended.join(', ')}`);
};

const cell = (text: string): string => printable(text).replaceAll('|', '\\|');

function cellsOf([name, { agent, calls, again, close, failure }]: readonly [
  string,
  ProbeResult,
]): readonly string[] {
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
    const connects = call.sentinels.some(({ accepted }) => accepted !== null);
    return didWith(connects, call.kept_previous).join(', ') || 'taken';
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
    againCell(again),
    ...later,
    closeCell(close),
  ].map(cell);
}

/** A table in Markdown, one line for each agent. */
export const renderMatrix = (results: Readonly<Record<string, ProbeResult>>): string =>
  [heading, heading.map(() => '---'), ...Object.entries(results).map(cellsOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
