import { codes, type FindingCode } from '../codes/codes.ts';
import type { Finding } from '../report/report.ts';
import { compareTimes } from './fact.ts';
import { allFailures } from './failure.ts';
import { isLater } from './mark.ts';
import type { AttemptState, Listing, Resolution, ServerState } from './state.ts';
import { verdictOf } from './status.ts';

const sentences: Readonly<Record<FindingCode, string>> = {
  unresolved_server: 'Evidence names this server, but nobody said that the session was meant to get it.',
  not_in_load:
    'The attempt before had this server; this load or resume does not name it, so the agent was not sent it.',
  reserved_name:
    'A host server bears the name of the built-in server and was kept; the built-in one was left out.',
  duplicate_name: 'More than one configuration came under this name; only one of them was delivered.',
  pagination_loop: 'A page of tools brought no tool that was not there already, so the walk was ended there.',
  problem_reported: 'The agent said that something is wrong with this server.',
  tested_not_listed:
    'A test found tools on this server; the agent was sent it, and has not listed them in what is seen here.',
  listing_incomplete: 'The agent went on without asking for every page of tools: it has a part of the list.',
  used_not_delivered: 'The agent used this server, but nobody said that it was sent it.',
  recovered: 'This server failed in this attempt, and works now.',
  kept_previous_attachment:
    'The agent was sent the servers of this attempt, and went on with those of an earlier one: their evidence is there.',
  catalog_changed: 'The list of tools is another than in the attempt before.',
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

const isTestedOnly = (server: ServerState): boolean =>
  (server.endpoint_test?.tool_count ?? 0) > 0 &&
  server.endpoint_test?.succeeded === true &&
  server.delivered_at !== null &&
  server.tools_listed_at === null &&
  server.used_at === null;

/** What reports itself is sent by nobody. */
function isUsedUnsent(server: ServerState, { start }: AttemptState): boolean {
  if (server.used_at === null || server.delivered_at !== null || start?.entry === 'observed') return false;
  return server.resolutions.length > 0 && server.resolutions.every(({ source }) => source !== 'observed');
}

/** The agent may still ask for the next page: it has done nothing else since, and is there. */
function mayGoOn(server: ServerState, listing: Listing, state: AttemptState): boolean {
  if (state.ended !== null || state.superseded !== null) return false;
  if (server.used_at !== null && compareTimes(server.used_at, listing.at) >= 0) return false;
  return verdictOf(server, state).status !== 'disconnected';
}

function isCutShort(server: ServerState, state: AttemptState): boolean {
  const { listing, warnings } = server;
  if (listing?.complete !== false || warnings.includes(codes.reason.warning.paginationLoop)) return false;
  return !mayGoOn(server, listing, state);
}

const hasRecovered = (server: ServerState, state: AttemptState): boolean =>
  allFailures(server).length > 0 && ['connected', 'active'].includes(verdictOf(server, state).status);

function findingsOf(server: ServerState, state: AttemptState): Finding[] {
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
    [isTestedOnly(server), found.testedNotListed],
    [isCutShort(server, state), found.listingIncomplete],
    [isUsedUnsent(server, state), found.usedNotDelivered],
    [hasRecovered(server, state), found.recovered],
  ];
  return raised.filter(([isRaised]) => isRaised).map(([, code]) => finding(code, server.name));
}

/** What a reader should know beside the statuses. */
export function attemptFindings(state: AttemptState): readonly Finding[] {
  const ofAttempt: Finding[] = [];
  if (state.serversOmitted) ofAttempt.push(finding(codes.finding.tooManyServers, null));
  if (state.producersOmitted) ofAttempt.push(finding(codes.finding.tooManyProducers, null));
  return [...state.servers.flatMap((server) => findingsOf(server, state)), ...ofAttempt];
}
