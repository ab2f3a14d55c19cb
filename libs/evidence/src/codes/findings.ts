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
  /** Evidence names more servers than a report holds; the further ones have no row. */
  tooManyServers: 'too_many_servers',
  /** More producers sent evidence than are kept apart; order among the further ones is that of arrival. */
  tooManyProducers: 'too_many_producers',
} as const;
