import { codes, type FindingCode } from '../codes/codes.ts';
import type { Finding } from '../report/report.ts';
import { isLater } from './mark.ts';
import type { AttemptState, Resolution, ServerState } from './state.ts';

const sentences: Readonly<Record<FindingCode, string>> = {
  unresolved_server: 'Evidence names this server, but nobody said that the session was meant to get it.',
  not_in_load:
    'The attempt before had this server; this load or resume does not name it, so the agent was not sent it.',
  reserved_name:
    'A host server bears the name of the built-in server and was kept; the built-in one was left out.',
  duplicate_name: 'More than one configuration came under this name; only one of them was delivered.',
  pagination_loop: 'A page of tools brought no tool that was not there already, so the walk was ended there.',
  problem_reported: 'The agent said that something is wrong with this server.',
  too_many_servers: 'Evidence names more servers than a report holds; the further ones are not shown.',
  too_many_producers:
    'Very many producers sent evidence; the further ones are taken in the order of arrival.',
};

export const finding = (code: FindingCode, server_name: string | null): Finding => ({
  code,
  server_name,
  summary: sentences[code],
});

const hasReason = (server: ServerState, code: string): boolean =>
  server.facts.some(({ filtered }) => filtered?.reason_code === code);

/**
 * Second configurations under one name: said to be one, or another than what the same producer resolved before. What two
 * producers say of one name are two views of one server.
 */
export function duplicatesOf({ resolutions }: ServerState): readonly Resolution[] {
  return resolutions.filter(
    (resolution) => resolution.duplicate || resolutions.some((other) => isReplaced(other, resolution)),
  );
}

function isReplaced(first: Resolution, second: Resolution): boolean {
  if (first.duplicate || first.producer !== second.producer || !isLater(second.mark, first.mark))
    return false;
  return first.target !== second.target || first.transport !== second.transport;
}

function findingsOf(server: ServerState): Finding[] {
  const { finding: found, reason } = codes;
  const raised: [boolean, FindingCode][] = [
    [server.resolutions.length === 0, found.unresolvedServer],
    [hasReason(server, reason.filtered.reservedName), found.reservedName],
    [
      duplicatesOf(server).length > 0 || hasReason(server, reason.filtered.duplicateName),
      found.duplicateName,
    ],
    [server.warnings.includes(reason.warning.paginationLoop), found.paginationLoop],
    [server.problem_report_count > 0, found.problemReported],
  ];
  return raised.filter(([isRaised]) => isRaised).map(([, code]) => finding(code, server.name));
}

/** What a reader should know beside the statuses. */
export function attemptFindings(state: AttemptState): readonly Finding[] {
  const ofAttempt: Finding[] = [];
  if (state.serversOmitted) ofAttempt.push(finding(codes.finding.tooManyServers, null));
  if (state.producersOmitted) ofAttempt.push(finding(codes.finding.tooManyProducers, null));
  return [...state.servers.flatMap(findingsOf), ...ofAttempt];
}
