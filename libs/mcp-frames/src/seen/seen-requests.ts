import type { Connections } from '../connections.ts';
import type { Frame } from '../frame.ts';
import { type Answer, asAnswer, asNotification, asRequest, type JsonObject, objectOf } from '../json-rpc.ts';
import { createPendingRequests, type PendingRequest, scopeOf } from '../pending.ts';
import { errorCodeOf } from '../refusals.ts';
import { createToolCalls, type LogicalCall } from '../tool-calls.ts';
import { createToolWalks, type WalkedPage } from '../tool-walks.ts';
import { tellInputs } from './inputs.ts';
import type { SeenBy, SeenRequest, SeenStart } from './seen.ts';

type End = Pick<SeenRequest, 'outcome'> &
  Partial<Pick<SeenRequest, 'error_code' | 'reason_code' | 'page' | 'result' | 'error'>>;

/** Tells each request once, when it is over. Without somebody to tell it keeps and does nothing. */
export interface SeenRequests {
  /** Null where nobody is told. `call` where the request is one. */
  start(
    frame: Frame,
    asked: { readonly method: string; readonly params: JsonObject },
    call: LogicalCall | null,
  ): SeenStart | null;
  over(request: PendingRequest, end: End): void;
  /** It was answered with a result; one that asks for input is not over. */
  answered(request: PendingRequest, result: unknown, tools: WalkedPage | null): void;
  /** Calls that waited for input, and wait no longer. */
  left(call: LogicalCall): void;
  /** What the server says of its own accord: requests and notices. */
  fromServer(frame: Frame, message: unknown): void;
  /** Answers to the server, and notices. */
  fromClient(frame: Frame, message: unknown): void;
  /** The transport client is gone; all of them when absent. */
  gone(connection_key?: string): void;
}

const inRounds: ReadonlySet<string> = new Set(['prompts/get', 'resources/read']);

const lists = {
  'prompts/list': { of: 'prompts', walks: ['prompts', 'name'] },
  'resources/list': { of: 'resources', walks: ['resources', 'uri'] },
  'resources/templates/list': { of: 'resource_templates', walks: ['resourceTemplates', 'uriTemplate'] },
} as const;

const nobody: SeenRequests = {
  start: () => null,
  over: () => undefined,
  answered: () => undefined,
  left: () => undefined,
  fromServer: () => undefined,
  fromClient: () => undefined,
  gone: () => undefined,
};

export function createSeenRequests(
  seenBy: SeenBy | undefined,
  { connections, now }: { readonly connections: Connections; readonly now: () => number },
): SeenRequests {
  if (seenBy === undefined) return nobody;
  const rounds = createToolCalls();
  const askedByServer = createPendingRequests();
  const walks = new Map(
    Object.entries(lists).map(([method, list]) => [
      method,
      { of: list.of, walks: createToolWalks(...list.walks) },
    ]),
  );

  const pageOf = (
    request: PendingRequest,
    result: unknown,
    tools: WalkedPage | null,
  ): SeenRequest['page'] => {
    if (tools !== null) return { of: 'tools', ...tools };
    const list = walks.get(request.method);
    const page = list?.walks.page(scopeOf(request), request.cursor, objectOf(result)) ?? null;
    return list === undefined || page === null ? null : { of: list.of, ...page };
  };

  const over: SeenRequests['over'] = (request, end) => {
    const { seen, method, connection_key, exchange_key, envelope, client } = request;
    if (seen === null) return;
    const { asked_by, params, context, round } = seen;
    const isOpening = method === 'initialize' && end.outcome === 'ok';
    seenBy.request({
      method,
      asked_by,
      error_code: null,
      reason_code: null,
      page: null,
      result: undefined,
      error: undefined,
      ...end,
      started_at: round?.started_at ?? seen.at,
      ended_at: now(),
      round_trips: round?.round_trips ?? 1,
      connection_key,
      exchange_key,
      connection_id: isOpening ? connections.current(connection_key) : request.connection_id,
      envelope,
      client,
      params,
      context,
    });
  };

  const left = (call: LogicalCall): void => {
    const { waits } = call;
    if (waits === undefined || waits === null) return;
    call.waits = null;
    tellInputs(seenBy, waits, null, now());
    over(waits.request, { outcome: 'unanswered' });
  };

  const beginRound = (frame: Frame, method: string, params: JsonObject): LogicalCall | null =>
    inRounds.has(method)
      ? rounds.begin(
          { ...params, name: JSON.stringify([method, params.name ?? params.uri]) },
          {
            connection_key: frame.connection_key ?? null,
            connection_id: null,
            started_at: frame.at ?? now(),
          },
        )
      : null;

  const suspend = (request: PendingRequest, call: LogicalCall, result: JsonObject): void => {
    call.waits = { request, result, since: now() };
    const dropped = request.call === null ? rounds.suspend(call, result) : null;
    if (dropped !== null) left(dropped);
  };

  const notice = (frame: Frame, message: unknown, sent_by: 'client' | 'server'): void => {
    const told = asNotification(message);
    if (told === null) return;
    const connection_key = frame.connection_key ?? null;
    seenBy.notice({
      ...told,
      sent_by,
      at: frame.at ?? now(),
      connection_key,
      exchange_key: frame.exchange_key ?? null,
      connection_id: connections.current(connection_key),
      context: frame.context,
    });
  };

  const answeredByClient = (request: PendingRequest, { error, result }: Answer): void => {
    if (error === undefined) over(request, { outcome: 'ok', result });
    else over(request, { outcome: 'protocol_error', error_code: errorCodeOf(error.code), error });
  };

  return {
    over,
    left,
    start(frame, { method, params }, call) {
      const round = call ?? beginRound(frame, method, params);
      if (round?.waits) {
        tellInputs(seenBy, round.waits, params.inputResponses, now());
        round.waits = null;
      }
      return { asked_by: 'client', params, context: frame.context, at: frame.at ?? now(), round };
    },
    answered(request, result, tools) {
      const told = objectOf(result);
      const round = request.seen?.round ?? null;
      if (round !== null && told.resultType === 'input_required') {
        suspend(request, round, told);
        return;
      }
      const isError = request.call !== null && told.isError === true;
      const page = pageOf(request, result, tools);
      over(request, { outcome: isError ? 'tool_error' : 'ok', result, page });
    },
    fromServer(frame, message) {
      notice(frame, message, 'server');
      const asked = asRequest(message);
      if (asked === null) return;
      const { id, method, params } = asked;
      const connection_key = frame.connection_key ?? null;
      const dropped = askedByServer.add({
        id,
        method,
        connection_key,
        exchange_key: null,
        connection_id: connections.current(connection_key),
        envelope: null,
        cursor: null,
        client: null,
        call: null,
        seen: {
          asked_by: 'server',
          params,
          context: frame.context,
          at: frame.at ?? now(),
          round: null,
        },
      });
      if (dropped !== null) over(dropped, { outcome: 'unanswered' });
    },
    fromClient(frame, message) {
      notice(frame, message, 'client');
      const answer = asAnswer(message);
      const request = answer === null ? null : askedByServer.answered(frame, answer.id);
      if (answer !== null && request !== null) answeredByClient(request, answer);
    },
    gone(connection_key) {
      const isGone = (request: PendingRequest): boolean =>
        connection_key === undefined || request.connection_key === connection_key;
      for (const request of askedByServer.takeWhere(isGone)) over(request, { outcome: 'unanswered' });
      for (const call of rounds.abandon(connection_key)) left(call);
    },
  };
}
