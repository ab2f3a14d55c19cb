import { type Attempt, type Finding, type History, isAccepted } from '@mcp-witness/evidence';
import { h } from './dom.ts';
import { serverView } from './server-view.ts';
import { codeWords, counted, time } from './words.ts';

const findings = (list: readonly Finding[]): HTMLElement | null =>
  list.length === 0
    ? null
    : h(
        'ul',
        { class: 'findings', 'aria-label': 'Findings' },
        ...list.map(({ code, server_name, summary }) =>
          h(
            'li',
            {},
            server_name === null ? '' : h('strong', {}, server_name, ': '),
            summary === '' ? codeWords(code) : summary,
          ),
        ),
      );

const lost = ({ evidence_lost: { count, gaps } }: Attempt): HTMLElement | null => {
  const parts = [
    count === 0 ? null : `${counted(count, 'event')} could not be kept`,
    gaps === 0 ? null : `${counted(gaps, 'event')} ${gaps === 1 ? 'has' : 'have'} not arrived`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : h('p', { class: 'reason' }, `${parts.join('; ')}.`);
};

const sessionError = ({ session_error: error }: Attempt): HTMLElement | null =>
  error === null
    ? null
    : h(
        'p',
        { class: 'error' },
        `${codeWords(error.reason_code)} at `,
        time(error.at),
        error.summary === '' ? '' : `: ${error.summary}`,
      );

const fate = (attempt: Attempt): (HTMLElement | string)[] => {
  if (attempt.superseded_at !== null) return ['superseded ', time(attempt.superseded_at)];
  if (attempt.ended_at !== null)
    return [`${codeWords(attempt.end_reason_code ?? 'ended')} `, time(attempt.ended_at)];
  if (attempt.accepted_at !== null) return ['accepted ', time(attempt.accepted_at)];
  return isAccepted(attempt.entry) ? ['not accepted yet'] : ['not ended'];
};

const keptPrevious = (attempt: Attempt): HTMLElement | null =>
  attempt.agent_kept_previous_attachment
    ? h('p', { class: 'reason' }, 'The agent kept using the attachment of the attempt before this one.')
    : null;

const attemptBody = (attempt: Attempt, current: boolean): (HTMLElement | null)[] => [
  h(
    'p',
    { class: 'facts' },
    `${attempt.entry} · started `,
    time(attempt.started_at, 'day'),
    ' · ',
    ...fate(attempt),
    attempt.agent_id === null ? '' : ` · ${attempt.agent_id}`,
  ),
  sessionError(attempt),
  keptPrevious(attempt),
  lost(attempt),
  findings(attempt.findings),
  ...(attempt.servers.length === 0 ? [h('p', {}, 'No MCP server was named.')] : []),
  ...attempt.servers.map((server) => serverView(attempt, server, current)),
];

const pastAttempt = (attempt: Attempt): HTMLElement =>
  h(
    'details',
    { class: 'attempt past', 'data-key': `attempt ${attempt.attachment_attempt_id}` },
    h(
      'summary',
      { 'data-key': `attempt-summary ${attempt.attachment_attempt_id}` },
      `Attempt ${String(attempt.ordinal)}: ${attempt.entry}, superseded`,
    ),
    ...attemptBody(attempt, false).filter((node) => node !== null),
  );

/** A session's whole report: the current attempt, then those before it, folded. */
export const reportView = ({ current, previous }: History): HTMLElement[] => [
  h(
    'article',
    { class: 'attempt', 'aria-labelledby': 'current-attempt' },
    h('h2', { id: 'current-attempt' }, `Attempt ${String(current.ordinal)}, current`),
    ...attemptBody(current, true).filter((node) => node !== null),
  ),
  ...(previous.length === 0 ? [] : [h('h2', {}, 'Before it'), ...previous.map(pastAttempt)]),
];
