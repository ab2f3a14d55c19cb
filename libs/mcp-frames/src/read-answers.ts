import { createAcceptances, discoveredEnvelope } from './acceptance.ts';
import type { Connections } from './connections.ts';
import type { Frame, HttpFacts } from './frame.ts';
import { jsonBytes } from './json-bytes.ts';
import { type Answer, isObject, objectOf } from './json-rpc.ts';
import type { PendingRequest } from './pending.ts';
import { isTelling } from './read-requests.ts';
import { errorCodeOf, refusalOf, type RefusedRequest, rejectionOf } from './refusals.ts';
import type { EvidenceTeller } from './tell-evidence.ts';
import type { LogicalCall, ToolCalls } from './tool-calls.ts';
import type { ToolWalks } from './tool-walks.ts';

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

/** Pages of one connection belong together; modern ones those of one client. */
const scopeOf = ({ connection_id, envelope, connection_key }: PendingRequest): string =>
  connection_id ??
  JSON.stringify([envelope?.client?.name ?? null, envelope?.client?.version ?? null, connection_key]);

export function createAnswerReader({ tell, connections, calls, walks }: Parts): AnswerReader {
  const acceptances = createAcceptances();

  const readModern = (request: PendingRequest, result: unknown): void => {
    const probed = request.method === 'server/discover' && request.envelope === null;
    const envelope = probed ? discoveredEnvelope(objectOf(result), request.client) : request.envelope;
    const accepted = envelope === null ? null : acceptances.modern(envelope);
    if (accepted !== null) tell.accepted(accepted);
  };

  const readInitialize = (request: PendingRequest, result: unknown, frame: Frame): void => {
    const key = frame.connection_key ?? request.connection_key;
    const accepted = acceptances.legacy(objectOf(result), request.client, () => connections.open(key));
    if (accepted === null) tell.refused('not_mcp', request.connection_id);
    else tell.accepted(accepted);
  };

  const readList = (request: PendingRequest, result: unknown): void => {
    if (!isObject(result) || !Array.isArray(result.tools)) {
      tell.refused('tools_list_failed', request.connection_id);
      return;
    }
    const page = walks.page(scopeOf(request), request.cursor, result);
    if (page !== null) tell.listed(page, request.connection_id);
  };

  const readCall = (call: LogicalCall, result: unknown, frame: Frame): void => {
    const told = objectOf(result);
    if (told.resultType === 'input_required') {
      const dropped = calls.suspend(call, told);
      if (dropped !== null) tell.called(dropped, { outcome: 'unanswered' });
      return;
    }
    tell.called(call, {
      outcome: told.isError === true ? 'tool_error' : 'ok',
      result_bytes: bytesOf(result, frame),
    });
  };

  const readError = (
    request: PendingRequest,
    error: NonNullable<Answer['error']>,
    http: HttpFacts | null,
  ): void => {
    const reason = refusalOf(refused(request), error, http);
    if (reason !== null) tell.refused(reason, request.connection_id);
    if (request.call === null) return;
    if (reason !== null) tell.called(request.call, { outcome: 'unanswered', error_code: reason });
    else tell.called(request.call, { outcome: 'protocol_error', error_code: errorCodeOf(error.code) });
  };

  return {
    read(request, answer, frame) {
      if (answer.error !== undefined) {
        readError(request, answer.error, frame.http ?? null);
        return;
      }
      readModern(request, answer.result);
      if (request.method === 'initialize') readInitialize(request, answer.result, frame);
      if (request.method === 'tools/list') readList(request, answer.result);
      if (request.call !== null) readCall(request.call, answer.result, frame);
    },
    reject(request, http) {
      const reason = rejectionOf(refused(request), http);
      if (reason !== null) tell.refused(reason, request.connection_id);
      if (request.call !== null)
        tell.called(request.call, { outcome: 'unanswered', error_code: reason ?? rejectedAs(http) });
    },
    pass(requests, bytes) {
      for (const { call } of requests ?? [])
        if (call !== null) tell.called(call, { outcome: 'unread', result_bytes: bytes });
      if (requests?.some(wouldTell) ?? true) tell.lost();
    },
  };
}
