import type { SessionQuery } from '@mcp-witness/client';
import { statusWords, type ServerStatus } from '@mcp-witness/evidence';
import type { Place } from '../routing/place.ts';

/** What a list of sessions is narrowed to; it stands in the address, so that it can be shared. */
export interface Filters {
  readonly q: string;
  /** Sessions with a server in this status. */
  readonly status: ServerStatus | '';
  readonly task_id: string;
  readonly agent_id: string;
}

const isStatus = (text: string | undefined): text is ServerStatus =>
  text !== undefined && Object.hasOwn(statusWords, text);

/** A status that there is not narrows nothing: the service would refuse it. */
export const readFilters = ({ query: { q = '', status, task_id = '', agent_id = '' } }: Place): Filters => ({
  q,
  status: isStatus(status) ? status : '',
  task_id,
  agent_id,
});

/** What of it the service is asked for. */
export const queryOf = (filters: Filters): SessionQuery =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

export const isNarrowed = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');
