/** Every finding code of a report. The list is open. */
export const findingCodes = {
  /** Evidence names a server that was never resolved in this attempt. */
  unresolvedServer: 'unresolved_server',
  /** The session's previous attempt had this server; the load or resume does not name it. */
  notInLoad: 'not_in_load',
  /** A host's server bears the built-in server's name, so ours was left out. */
  reservedName: 'reserved_name',
  /** More than one configuration came under this name. */
  duplicateName: 'duplicate_name',
  /** A page of tools brought no new name, and the walk was ended there. */
  paginationLoop: 'pagination_loop',
  /** The agent said that something is wrong with this server. Never a status. */
  problemReported: 'problem_reported',
  /** A test of the endpoint found tools, and the agent, which was sent the server, has listed none. */
  testedNotListed: 'tested_not_listed',
  /** The agent left a cursor of the list of tools unused: it has a part of the list. */
  listingIncomplete: 'listing_incomplete',
  /** The server was used, and nobody said that the agent was sent it. */
  usedNotDelivered: 'used_not_delivered',
  /** The server failed in this attempt, and works. */
  recovered: 'recovered',
  /** The agent was sent this attempt's servers, and went on with an earlier attempt's. */
  keptPrevious: 'kept_previous_attachment',
  /** The complete list of tools is another than in the attempt before. */
  catalogChanged: 'catalog_changed',
  /** Evidence names more servers than a report holds; the further ones have no row. */
  tooManyServers: 'too_many_servers',
  /** More producers sent evidence than are kept apart; order among the further ones is that of arrival. */
  tooManyProducers: 'too_many_producers',
} as const;
