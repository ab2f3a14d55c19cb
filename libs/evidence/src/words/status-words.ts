import type { ServerStatus, Witness } from '../events/vocabulary.ts';

/** How a status is said and coloured. */
export interface StatusWord {
  readonly label: string;
  /** Never the only sign of a status: the label always stands beside it. */
  readonly colour: 'green' | 'amber' | 'red' | 'grey';
}

/** What a person reads for each status, the same in every interface. */
export const statusWords: Readonly<Record<ServerStatus, StatusWord>> = {
  active: { label: 'Active', colour: 'green' },
  connected: { label: 'Connected', colour: 'amber' },
  delivered: { label: 'Delivered · connection unverified', colour: 'amber' },
  disconnected: { label: 'Disconnected', colour: 'grey' },
  failed: { label: 'Failed', colour: 'red' },
  filtered: { label: 'Filtered', colour: 'grey' },
  unavailable: { label: 'Unavailable', colour: 'grey' },
  configured: { label: 'Not delivered', colour: 'grey' },
};

const witnessPhrases = new Map<string, string>([
  ['resolver', 'the resolver'],
  ['host', 'the host'],
  ['acp_relay', 'the ACP relay'],
  ['in_session_endpoint', 'the in-session endpoint'],
  ['front', 'the front'],
  ['observer', "the server's observer"],
  ['agent', 'the agent'],
  ['operator', 'an operator'],
]);

/** "the in-session endpoint" and the like; a witness that is not known here is named as it is. */
export const witnessPhrase = (witness: Witness): string => witnessPhrases.get(witness) ?? witness;
