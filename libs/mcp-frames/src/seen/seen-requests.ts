import type { Frame } from '../frame.ts';
import { type JsonObject, objectOf } from '../json-rpc.ts';
import type { PendingRequest } from '../pending.ts';
import { createToolCalls, type LogicalCall } from '../tool-calls.ts';
import type { WalkedPage } from '../tool-walks.ts';
import { tellInputs, type Waiting } from './inputs.ts';
import { createListReader } from './lists.ts';
import type { SeenBy, SeenStart } from './seen.ts';
import { createServerAsks, type ServerAsks } from './server-asks.ts';
import { createLeftTeller, createOverTeller, type End, type SeenParts } from './tell-over.ts';

/** Tells each request once, when it is over. Without somebody to tell it keeps and does nothing. */
export interface SeenRequests extends ServerAsks {
  /** Null where nobody is told. `call` where the request is one. */
  start(
    frame: Frame,
    asked: { readonly method: string; readonly params: JsonObject },
    call: LogicalCall | null,
  ): SeenStart | null;
  over(request: PendingRequest, end: End): void;
  /** It was answered with a result; one that asks for input is not over. */
  answered(
    request: PendingRequest,
    answer: {
      readonly result: unknown;
      readonly page: WalkedPage | null;
      readonly connection_id: string | null;
    },
  ): void;
  /** A call that waited for input waits no longer. */
  left(call: LogicalCall): void;
}

const inRounds: ReadonlySet<string> = new Set(['prompts/get', 'resources/read']);

const nobody: SeenRequests = {
  start: () => null,
  over: () => undefined,
  answered: () => undefined,
  left: () => undefined,
  fromServer: () => undefined,
  fromClient: () => undefined,
  gone: () => undefined,
};

function createTold(parts: SeenParts): SeenRequests {
  const { seenBy, now } = parts;
  const rounds = createToolCalls();
  const waiting = new WeakMap<LogicalCall, Waiting>();
  const pageOf = createListReader();
  const over = createOverTeller(parts);
  const left = createLeftTeller(parts, waiting, over);
  const serverAsks = createServerAsks(parts, over);

  const beginRound = (frame: Frame, method: string, params: JsonObject, at: number): LogicalCall | null =>
    inRounds.has(method)
      ? rounds.begin(
          { ...params, name: JSON.stringify([method, params.name ?? params.uri]) },
          { connection_key: frame.connection_key ?? null, connection_id: null, started_at: at },
        )
      : null;

  const suspend = (request: PendingRequest, call: LogicalCall, result: JsonObject): void => {
    waiting.set(call, { request, result, since: now() });
    const dropped = request.call === null ? rounds.suspend(call, result) : null;
    if (dropped !== null) left(dropped);
  };

  return {
    ...serverAsks,
    over,
    left,
    start(frame, { method, params }, call) {
      const at = call?.started_at ?? frame.at ?? now();
      const round = call ?? beginRound(frame, method, params, at);
      const waits = round === null ? undefined : waiting.get(round);
      if (round !== null && waits !== undefined) {
        tellInputs(seenBy, waits, params.inputResponses, now());
        waiting.delete(round);
      }
      return { asked_by: 'client', params, context: frame.context, at, round };
    },
    answered(request, { result, page: tools, connection_id }) {
      const told = objectOf(result);
      const round = request.seen?.round ?? null;
      if (round !== null && told.resultType === 'input_required') {
        suspend(request, round, told);
        return;
      }
      const isError = request.call !== null && told.isError === true;
      const page = pageOf(request, result, tools);
      over(request, { outcome: isError ? 'tool_error' : 'ok', result, page, connection_id });
    },
    gone(connection_key) {
      serverAsks.gone(connection_key);
      for (const call of rounds.abandon(connection_key)) left(call);
    },
  };
}

export const createSeenRequests = (
  seenBy: SeenBy | undefined,
  parts: Omit<SeenParts, 'seenBy'>,
): SeenRequests => (seenBy === undefined ? nobody : createTold({ ...parts, seenBy }));
