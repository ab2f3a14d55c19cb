import { reasonPhrase, type Attempt, type Finding, type Server } from '@mcp-witness/evidence';
import { codeWords, counted, unstopped } from '../words/counted.ts';
import type { Phrase } from '../words/phrase.ts';
import { plainText } from '../words/plain-text.ts';

/** Something about the whole session, coloured only where it is a fault. */
export interface Notice {
  readonly tone: 'error' | 'note';
  readonly text: Phrase;
}

const sessionError = ({ session_error: error }: Attempt): Notice[] => {
  if (error === null) return [];
  const why = error.summary === '' ? (reasonPhrase(error.reason_code) ?? '') : plainText(error.summary);
  const text: Phrase = [
    `Session error: ${codeWords(error.reason_code)} `,
    { instant: error.at },
    why === '' ? '. No server is coloured by it.' : `: ${unstopped(why)}. No server is coloured by it.`,
  ];
  return [{ tone: 'error', text }];
};

const lost = ({ evidence_lost: { count, gaps } }: Attempt): Notice[] => {
  const parts = [
    count === 0 ? null : `${counted(count, 'event')} could not be kept`,
    gaps === 0 ? null : `${counted(gaps, 'event')} ${gaps === 1 ? 'has' : 'have'} not arrived`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? [] : [{ tone: 'note', text: [`Evidence is missing: ${parts.join('; ')}.`] }];
};

const ended = ({ ended_at: at, end_reason_code: code }: Attempt): Notice[] =>
  at === null
    ? []
    : [
        {
          tone: 'note',
          text: [
            'Ended ',
            { instant: at },
            code === null ? '.' : `: ${reasonPhrase(code) ?? codeWords(code)}.`,
          ],
        },
      ];

export const findingText = ({ code, summary }: Finding): string =>
  summary === '' ? codeWords(code) : plainText(summary);

/** What a reader should know of the attempt as a whole, the gravest first. */
export const sessionNotices = (attempt: Attempt): readonly Notice[] => [
  ...sessionError(attempt),
  ...ended(attempt),
  ...lost(attempt),
  ...attempt.findings
    .filter(({ server_name: name }) => name === null)
    .map((finding): Notice => ({ tone: 'note', text: [findingText(finding)] })),
];

/** The findings about one server. */
export const findingsOf = ({ findings }: Attempt, { name }: Server): readonly Finding[] =>
  findings.filter(({ server_name: about }) => about === name);
