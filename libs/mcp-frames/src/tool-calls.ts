import { type JsonObject, textOf } from './json-rpc.ts';

/** One call as its caller means it: a modern server may ask for input in between, each time a new request. */
export interface LogicalCall {
  readonly tool_name: string | null;
  readonly connection_id: string | null;
  readonly started_at: number;
  round_trips: number;
}

interface Suspended {
  readonly call: LogicalCall;
  readonly request_state: string | null;
}

export interface ToolCalls {
  /** The call that a `tools/call` begins or goes on with. */
  begin(params: JsonObject, connection_id: string | null, now: number): LogicalCall;
  /** The server asked for input. Gives back the oldest call when too many wait. */
  suspend(call: LogicalCall, result: JsonObject): LogicalCall | null;
  /** Calls that wait for input, of one connection or of all; they are forgotten. */
  abandon(connection_id?: string): readonly LogicalCall[];
}

const MOST_SUSPENDED = 256;
const LONGEST_STATE = 8192;

const stateOf = (holder: JsonObject): string | null =>
  textOf(holder.requestState)?.slice(0, LONGEST_STATE) ?? null;

export function createToolCalls(): ToolCalls {
  const suspended = new Set<Suspended>();

  const resume = (params: JsonObject): LogicalCall | null => {
    if (params.inputResponses === undefined && params.requestState === undefined) return null;
    const name = textOf(params.name);
    const state = stateOf(params);
    for (const entry of suspended) {
      if (entry.call.tool_name !== name || entry.request_state !== state) continue;
      suspended.delete(entry);
      return entry.call;
    }
    return null;
  };

  return {
    begin(params, connection_id, now) {
      const call = resume(params) ?? {
        tool_name: textOf(params.name),
        connection_id,
        started_at: now,
        round_trips: 0,
      };
      call.round_trips += 1;
      return call;
    },
    suspend(call, result) {
      suspended.add({ call, request_state: stateOf(result) });
      if (suspended.size <= MOST_SUSPENDED) return null;
      const [oldest] = suspended;
      if (oldest === undefined) return null;
      suspended.delete(oldest);
      return oldest.call;
    },
    abandon(connection_id) {
      const left = [...suspended].filter(
        ({ call }) => connection_id === undefined || call.connection_id === connection_id,
      );
      for (const entry of left) suspended.delete(entry);
      return left.map(({ call }) => call);
    },
  };
}
