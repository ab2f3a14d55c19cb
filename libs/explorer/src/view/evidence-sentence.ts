import { reasonPhrase, witnessPhrase, type Attempt, type Server } from '@mcp-witness/evidence';
import { codeWords } from '../words/counted.ts';
import type { Phrase } from '../words/phrase.ts';
import { plainText } from '../words/plain-text.ts';

/** "http unsupported: the agent takes no HTTP servers"; null where there is no reason. */
export const reasonText = ({
  reason_code: code,
  summary,
}: Pick<Server, 'reason_code' | 'summary'>): string | null => {
  const said = summary === null || summary === '' ? null : plainText(summary);
  if (code === null) return said;
  return `${codeWords(code)}: ${said ?? reasonPhrase(code) ?? 'a reason that is not known here'}`;
};

/** " 12:03:11 by the in-session endpoint", as far as both are known. */
const seen = (attempt: Attempt, server: Server, kind: string, at: string | null): Phrase => {
  const entry = attempt.evidence.findLast((one) => one.kind === kind && one.server_name === server.name);
  return [
    ...(at === null ? [] : [' ', { instant: at }]),
    ...(entry === undefined ? [] : [` by ${witnessPhrase(entry.witness)}`]),
  ];
};

type Sentence = (attempt: Attempt, server: Server) => Phrase;

const sentences: Readonly<Record<string, Sentence>> = {
  active: (attempt, server) =>
    server.tools_listed_at === null
      ? ['call served', ...seen(attempt, server, 'tool-called', server.used_at)]
      : ['tools listed', ...seen(attempt, server, 'tools-listed', server.tools_listed_at)],
  connected: (attempt, server) => [
    'protocol accepted',
    ...seen(attempt, server, 'protocol-accepted', server.connected_at),
    '; tools not listed yet',
  ],
  delivered: (attempt, server) => [
    'sent',
    ...seen(attempt, server, 'server-delivered', server.delivered_at),
    server.reason_code === null ? '; nothing seen since' : '; refused since',
  ],
  disconnected: (attempt, server) => [
    attempt.ended_at === null ? 'connection closed' : 'ended',
    ...seen(attempt, server, 'connection-closed', server.disconnected_at),
  ],
  failed: (attempt, server) => ['reported', ...seen(attempt, server, 'attachment-failed', server.failed_at)],
  filtered: (attempt, server) => [
    'left out',
    ...seen(attempt, server, 'server-filtered', server.filtered_at),
  ],
  unavailable: (attempt, server) => [
    'could not be prepared',
    ...seen(attempt, server, 'server-unavailable', null),
  ],
  configured: (attempt, server) => [
    'configured',
    ...seen(attempt, server, 'server-resolved', server.configured_at),
    '; not on the wire, reason unknown',
  ],
};

/** The evidence for a server's status: "tools listed 12:03:11 by the in-session endpoint". */
export const evidenceSentence: Sentence = (attempt, server) =>
  (sentences[server.status as string] ?? ((): Phrase => ['a status that is not known here']))(
    attempt,
    server,
  );
