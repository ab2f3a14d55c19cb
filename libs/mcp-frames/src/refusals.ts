import type { HttpFacts } from './frame.ts';
import { type Answer, objectOf } from './json-rpc.ts';

/** UnsupportedProtocolVersion and HeaderMismatch of 2026-07-28. */
const versionErrors: ReadonlySet<number | null> = new Set([-32022, -32020]);
const METHOD_NOT_FOUND = -32601;

export interface RefusedRequest {
  readonly method: string;
  readonly modern: boolean;
  /** Its connection was accepted before. */
  readonly connected: boolean;
}

/** A session id that the server knows no more. An unknown method is a 404 too, on a live connection. */
const isStale = (request: RefusedRequest, error: Answer['error'], http: HttpFacts): boolean =>
  http.status === 404 && http.had_session === true && !request.modern && error?.code !== METHOD_NOT_FOUND;

/** The door was closed, whatever was asked: null when it was not. */
function closedDoor(request: RefusedRequest, error: Answer['error'], http: HttpFacts | null): string | null {
  if (http?.status === 401) return http.offers_sign_in === true ? 'auth_required' : 'auth_required_no_offer';
  if (http?.status === 403) return 'forbidden';
  if (error !== undefined && versionErrors.has(error.code)) return 'protocol_rejected';
  return http !== null && isStale(request, error, http) ? 'stale_session' : null;
}

/** Old servers name a version clash in words or by the versions they support: only which of the two is told on. */
const namesVersions = (error: Answer['error']): boolean =>
  Array.isArray(objectOf(error?.data).supported) || /protocol version/i.test(error?.message ?? '');

function refusedInitialize(request: RefusedRequest, error: Answer['error'], http: HttpFacts | null): string {
  if (request.connected || /already initiali[sz]ed/i.test(error?.message ?? '')) return 'already_initialized';
  if (namesVersions(error)) return 'protocol_rejected';
  if (http?.status === 404) return 'not_found';
  if (http?.status === 405) return 'wrong_transport';
  return 'initialize_failed';
}

/**
 * Why an answer is a no to being attached, as a reason code; null for an error that says nothing of it. A failed
 * `server/discover` is how a modern client learns that a server is legacy, so only a closed door counts there.
 */
export function refusalOf(
  request: RefusedRequest,
  error: Answer['error'],
  http: HttpFacts | null,
): string | null {
  const closed = closedDoor(request, error, http);
  if (closed !== null) return closed;
  if (request.method === 'initialize') return refusedInitialize(request, error, http);
  return request.method === 'tools/list' ? 'tools_list_failed' : null;
}

/** The same for an HTTP answer that holds no JSON-RPC message, or broke off before the end of one. */
export function rejectionOf(request: RefusedRequest, http: HttpFacts): string | null {
  const opening = request.method === 'initialize' || request.method === 'tools/list';
  if (opening && http.status < 300 && http.broken !== true) return 'not_mcp';
  return refusalOf(request, undefined, http);
}

const errorNames = new Map<number, string>([
  [-32700, 'parse_error'],
  [-32600, 'invalid_request'],
  [-32601, 'method_not_found'],
  [-32602, 'invalid_params'],
  [-32603, 'internal_error'],
  [-32800, 'request_cancelled'],
]);

/** A JSON-RPC error number as a code. */
export function errorCodeOf(code: number | null): string {
  if (code === null || !Number.isSafeInteger(code)) return 'json_rpc_error';
  return errorNames.get(code) ?? `json_rpc_${code < 0 ? 'minus_' : ''}${Math.abs(code)}`;
}
