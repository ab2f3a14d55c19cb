import type { Diagnostics } from './build.ts';

type Fields = Readonly<Record<string, unknown>>;

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const line = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => `${name}=${shown(fields[name])}`).join(' ');

const serverLines = (server: Fields): string[] => [
  `  server ${line(server, ['name', 'status', 'evidence', 'reason_code', 'source', 'transport', 'target', 'channel', 'protocol_version', 'tool_count', 'tools_list_complete', 'tool_call_count', 'tool_error_count', 'connection_count'])}`,
  ...(server.checklist as readonly Fields[]).map((step) => `    ${line(step, ['level', 'at', 'witness'])}`),
  ...(server.endpoint_test === null ? [] : [`    endpoint_test ${shown(server.endpoint_test)}`]),
];

const attemptLines = (attempt: Diagnostics['attempts'][number]): string[] => [
  '',
  `attempt ${line(attempt, ['ordinal', 'attachment_attempt_id', 'entry', 'started_at', 'accepted_at', 'superseded_at', 'ended_at', 'end_reason_code'])}`,
  ...(attempt.session_error === null ? [] : [`  session_error ${shown(attempt.session_error)}`]),
  ...(attempt.findings as readonly Fields[]).map(
    (found) => `  finding ${line(found, ['code', 'server_name', 'summary'])}`,
  ),
  ...attempt.servers.flatMap(serverLines),
  ...attempt.timeline.map(
    (entry) => `  ${line(entry, ['recorded_at', 'kind', 'server_name', 'witness', 'reason_code', 'count'])}`,
  ),
];

const knownSecrets: Readonly<Record<Diagnostics['self_check']['executor'], string>> = {
  checked: 'looked for by the executor in what others wrote, and struck out',
  not_connected: 'not looked for, as no executor is connected; it strikes them out of whatever it tells',
  no_answer: 'not looked for, as the executor gave no answer; it strikes them out of whatever it tells',
};

/** The same for a person. */
export const renderDiagnostics = (diagnostics: Diagnostics): string =>
  [
    `Witness diagnostics, made ${diagnostics.made_at}`,
    `versions ${line(diagnostics.versions, Object.keys(diagnostics.versions))}`,
    `session ${line(diagnostics.session, Object.keys(diagnostics.session))}`,
    ...diagnostics.attempts.flatMap(attemptLines),
    '',
    ...Object.entries(diagnostics.reasons).map(([code, phrase]) => `${code}: ${phrase}`),
    ...diagnostics.left_out.map((what) => `left out: ${what}`),
    `self-check: ${diagnostics.self_check.texts} texts, ${diagnostics.self_check.struck_out} of them with something struck out`,
    `known secrets: ${knownSecrets[diagnostics.self_check.executor]}`,
    `digest ${diagnostics.digest}`,
    '',
  ].join('\n');
