import { nameOf } from '@mcp-witness/mcp-frames';
import type { ObservationKind } from '../observation.ts';

const kinds: Readonly<Record<string, ObservationKind>> = {
  initialize: 'initialize',
  'server/discover': 'discover',
  'tools/list': 'list',
  'prompts/list': 'list',
  'resources/list': 'list',
  'resources/templates/list': 'list',
  'tools/call': 'call',
  'resources/read': 'resource',
  'prompts/get': 'prompt',
  'completion/complete': 'completion',
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
  'resources/subscribe': 'subscription',
  'resources/unsubscribe': 'subscription',
  'subscriptions/listen': 'subscription',
  'notifications/cancelled': 'cancellation',
  'notifications/tools/list_changed': 'list_changed',
  'notifications/prompts/list_changed': 'list_changed',
  'notifications/resources/list_changed': 'list_changed',
};

const own = (method: string): ObservationKind | null =>
  Object.hasOwn(kinds, method) ? (kinds[method] ?? null) : null;

/** A method as it may be told: those of the protocol as they are, others, which the client made up, as names. */
export const methodOf = (method: string): string | null => (own(method) === null ? nameOf(method) : method);

export const kindOfRequest = (method: string): ObservationKind => own(method) ?? 'request';

/** Null for notices that say nothing of how the server is used, such as progress. */
export const kindOfNotice = own;
