import { createAcceptances, discoveredEnvelope } from './acceptance.ts';
import type { Connections } from './connections.ts';
import type { Frame, HttpFacts } from './frame.ts';
import { jsonBytes } from './json-bytes.ts';
import { type Answer, isObject, objectOf } from './json-rpc.ts';
import { type PendingRequest, scopeOf } from './pending.ts';
import { isTelling } from './read-requests.ts';
import { errorCodeOf, refusalOf, type RefusedRequest, rejectionOf } from './refusals.ts';
import type { SeenRequests } from './seen/seen-requests.ts';
import type { EvidenceTeller } from './tell-evidence.ts';
import type { LogicalCall, ToolCalls } from './tool-calls.ts';
import type { ToolWalks, WalkedPage } from './tool-walks.ts';

export interface AnswerReader {
  read(request: PendingRequest, answer: Answer, frame: Frame): void;
  /** The request was turned away without a JSON-RPC answer. */
  reject(request: PendingRequest, http: HttpFacts): void;
  /** These were answered by what could not be read; null: nobody knows which. */
  pass(requests: readonly PendingRequest[] | null, bytes: number): void;
}

interface Parts {
  readonly tell: EvidenceTeller;
  readonly connections: Connections;
  readonly calls: ToolCalls;
  readonly walks: ToolWalks;
  readonly seen: SeenRequests;
}

/** Of a frame that is one answer, the result takes what the other members leave; it is not written out again. */
function bytesOf(result: unknown, { message, bytes }: Frame): number {
  if (bytes === undefined || !isObject(message)) return jsonBytes(result);
  const others = jsonBytes({ ...message, result: 0 }) - 1;
  return Math.max(bytes - others, 0);
}

const rejectedAs = ({ status, broken = false }: HttpFacts): string =>
  broken ? 'answer_broken' : `http_${status}`;

/** Its answer, where it is read, tells more than that there is one. */
const wouldTell = ({ call, method }: PendingRequest): boolean => call === null && isTelling(method);

const refused = (request: PendingRequest): RefusedRequest => ({
  method: request.method,
  modern: request.envelope !== null,
  connected: request.connection_id !== null,
});

/** Tells an error that answers a request, and the refusal that it may be. */
function createErrorReader(tell: EvidenceTeller, seen: SeenRequests) {
  return (request: PendingRequest, error: NonNullable<Answer['error']>, http: HttpFacts | null): void => {
    const reason = refusalOf(refused(request), error, http);
    const error_code = errorCodeOf(error.code);
    if (reason !== null) tell.refused(reason, request.connection_id);
    const outcome = reason === null ? 'protocol_error' : 'rejected';
    seen.over(request, { outcome, error_code, reason_code: reason, error });
    if (request.call === null) return;
    if (reason !== null) tell.called(request.call, { outcome: 'unanswered', error_code: reason });
    else tell.called(request.call, { outcome: 'protocol_error', error_code });
  };
}

export function createAnswerReader({ tell, connections, calls, walks, seen }: Parts): AnswerReader {
  const acceptances = createAcceptances();

  const readModern = (request: PendingRequest, result: unknown): void => {
    const probed = request.method === 'server/discover' && request.envelope === null;
    const envelope = probed ? discoveredEnvelope(objectOf(result), request.client) : request.envelope;
    const accepted = envelope === null ? null : acceptances.modern(envelope);
    if (accepted !== null) tell.accepted(accepted);
  };

  const readInitialize = (request: PendingRequest, result: unknown, frame: Frame): string | null => {
    const key = frame.connection_key ?? request.connection_key;
    const accepted = acceptances.legacy(objectOf(result), request.client, () => connections.open(key));
    if (accepted === null) tell.refused('not_mcp', request.connection_id);
    else tell.accepted(accepted);
    return accepted?.connection_id ?? null;
  };

  const readList = (request: PendingRequest, result: unknown): WalkedPage | null => {
    if (!isObject(result) || !Array.isArray(result.tools)) {
      tell.refused('tools_list_failed', request.connection_id);
      return null;
    }
    const page = walks.page(scopeOf(request), request.cursor, result);
    if (page !== null) tell.listed(page, request.connection_id);
    return page;
  };

  const readCall = (call: LogicalCall, result: unknown, frame: Frame): void => {
    const told = objectOf(result);
    if (told.resultType === 'input_required') {
      const dropped = calls.suspend(call, told);
      if (dropped === null) return;
      tell.called(dropped, { outcome: 'unanswered' });
      seen.left(dropped);
      return;
    }
    tell.called(call, {
      outcome: told.isError === true ? 'tool_error' : 'ok',
      result_bytes: () => bytesOf(result, frame),
    });
  };

  const readError = createErrorReader(tell, seen);

  return {
    read(request, answer, frame) {
      if (answer.error !== undefined) {
        readError(request, answer.error, frame.http ?? null);
        return;
      }
      readModern(request, answer.result);
      const opened = request.method === 'initialize' ? readInitialize(request, answer.result, frame) : null;
      const page = request.method === 'tools/list' ? readList(request, answer.result) : null;
      if (request.call !== null) readCall(request.call, answer.result, frame);
      seen.answered(request, { result: answer.result, page, connection_id: opened ?? request.connection_id });
    },
    reject(request, http) {
      const reason = rejectionOf(refused(request), http);
      if (reason !== null) tell.refused(reason, request.connection_id);
      if (request.call !== null)
        tell.called(request.call, { outcome: 'unanswered', error_code: reason ?? rejectedAs(http) });
      seen.over(request, { outcome: 'rejected', error_code: rejectedAs(http), reason_code: reason });
    },
    pass(requests, bytes) {
      for (const request of requests ?? []) {
        if (request.call !== null)
          tell.called(request.call, { outcome: 'unread', result_bytes: () => bytes });
        seen.over(request, { outcome: 'unread' });
      }
      if (requests?.some(wouldTell) ?? true) tell.lost();
    },
  };
}
