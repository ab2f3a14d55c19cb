import { type JsonObject, textOf } from './json-rpc.ts';

/** One call as its caller means it: a modern server may ask for input in between, each time a new request. */
export interface LogicalCall {
  readonly tool_name: string | null;
  readonly connection_key: string | null;
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
  begin(
    params: JsonObject,
    from: Pick<LogicalCall, 'connection_key' | 'connection_id' | 'started_at'>,
  ): LogicalCall;
  /** The server asked for input. Gives back the oldest call when too many wait. */
  suspend(call: LogicalCall, result: JsonObject): LogicalCall | null;
  /** Calls that wait for input, of one transport client or of all; they are forgotten. */
  abandon(connection_key?: string): readonly LogicalCall[];
}

const MOST_SUSPENDED = 256;
const LONGEST_STATE = 8192;

const stateOf = (holder: JsonObject): string | null =>
  textOf(holder.requestState)?.slice(0, LONGEST_STATE) ?? null;

export function createToolCalls(): ToolCalls {
  const suspended = new Set<Suspended>();

  const resume = (params: JsonObject, connection_key: string | null): LogicalCall | null => {
    if (params.inputResponses === undefined && params.requestState === undefined) return null;
    const name = textOf(params.name);
    const state = stateOf(params);
    for (const entry of suspended) {
      const { call } = entry;
      const same = call.tool_name === name && call.connection_key === connection_key;
      if (!same || entry.request_state !== state) continue;
      suspended.delete(entry);
      return call;
    }
    return null;
  };

  return {
    begin(params, from) {
      const call = resume(params, from.connection_key) ?? {
        connection_key: from.connection_key,
        connection_id: from.connection_id,
        started_at: from.started_at,
        tool_name: textOf(params.name),
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
    abandon(connection_key) {
      const left = [...suspended].filter(
        ({ call }) => connection_key === undefined || call.connection_key === connection_key,
      );
      for (const entry of left) suspended.delete(entry);
      return left.map(({ call }) => call);
    },
  };
}
