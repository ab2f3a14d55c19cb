import type { EndpointAddress } from '../endpoint/index.ts';
import { addToArray, type Edit } from '../json/splice.ts';
import type { ClientRequest } from './client-request.ts';

/** The in-session server as the relay hands it to an agent. */
export interface BuiltIn {
  readonly name: string;
  /** The address of one attempt; null when there is no endpoint. */
  address(attempt_id: string): Promise<EndpointAddress | null>;
}

export type Injection =
  | { readonly kind: 'deliver'; readonly edit: Edit; readonly url: string }
  | { readonly kind: 'filter'; readonly reason_code: FilterReason; readonly summary: string }
  | { readonly kind: 'unavailable'; readonly summary: string };

type FilterReason = 'reserved_name' | 'http_unsupported' | 'invalid_configuration';

const filters: Readonly<Record<FilterReason, string>> = {
  reserved_name: "The host's own server bears this name, so the in-session server stays out.",
  http_unsupported: 'The agent does not say that it takes MCP servers over HTTP.',
  invalid_configuration: 'The request has no list of MCP servers that one could be added to.',
};

const notSaidYet = 'The agent had not said yet whether it takes MCP servers over HTTP.';

const filter = (reason_code: FilterReason, summary = filters[reason_code]): Injection => ({
  kind: 'filter',
  reason_code,
  summary,
});

/** Resume and fork may leave the list out; new and load may not, and stay as wrong as they came. */
const mayInsert = ({ method }: ClientRequest): boolean =>
  method === 'session/resume' || method === 'session/fork';

/** Whether and how the in-session server goes into the list of MCP servers of `request`. */
export async function decideInjection(asked: {
  readonly line: Buffer;
  readonly request: ClientRequest;
  readonly builtIn: BuiltIn;
  readonly attempt_id: string;
  /** Null: the agent has not answered `initialize` yet, and the request does not wait for that. */
  readonly takesHttp: boolean | null;
  readonly nameIsTaken: boolean;
}): Promise<Injection> {
  const { line, request, builtIn } = asked;
  if (asked.nameIsTaken) return filter('reserved_name');
  if (asked.takesHttp === null) return filter('http_unsupported', notSaidYet);
  if (!asked.takesHttp) return filter('http_unsupported');
  const params = request.paramsAt.at(-1);
  if (params === undefined) return filter('invalid_configuration');
  const address = await builtIn.address(asked.attempt_id);
  if (address === null)
    return { kind: 'unavailable', summary: 'The in-session server could not be started.' };
  const { url, headers } = address;
  const element = JSON.stringify({ type: 'http', name: builtIn.name, url, headers });
  const edit = addToArray(line, params, { key: 'mcpServers', element, mayInsert: mayInsert(request) });
  return edit === null ? filter('invalid_configuration') : { kind: 'deliver', edit, url };
}
