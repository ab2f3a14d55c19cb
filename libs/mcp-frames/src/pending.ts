import type { SeenStart } from './seen/seen.ts';
import type { LogicalCall } from './tool-calls.ts';
import type { Envelope } from './envelope.ts';
import type { Frame } from './frame.ts';
import type { MessageId } from './json-rpc.ts';

/** A request that waits for its answer: what is needed to read that answer, and nothing else of it. */
export interface PendingRequest {
  readonly id: MessageId;
  readonly method: string;
  readonly connection_key: string | null;
  readonly exchange_key: string | null;
  readonly connection_id: string | null;
  readonly envelope: Envelope | null;
  readonly cursor: string | null;
  readonly client: Envelope['client'];
  readonly call: LogicalCall | null;
  /** Where every request is told. */
  readonly seen: SeenStart | null;
}

export interface PendingRequests {
  /** Gives back the oldest when there were too many. */
  add(request: PendingRequest): PendingRequest | null;
  /** The request that this answer is of. */
  answered(
    frame: Pick<Frame, 'connection_key' | 'exchange_key'>,
    id: MessageId | undefined,
  ): PendingRequest | null;
  takeWhere(matches: (request: PendingRequest) => boolean): readonly PendingRequest[];
}

const MOST_PENDING = 1024;

/** Pages of one connection belong together; modern ones those of one client. */
export const scopeOf = ({ connection_id, envelope, connection_key }: PendingRequest): string =>
  connection_id ??
  JSON.stringify([envelope?.client?.name ?? null, envelope?.client?.version ?? null, connection_key]);

/** In the answer to its own HTTP request. */
const sameExchange = (frame: Pick<Frame, 'exchange_key'>, request: PendingRequest): boolean =>
  typeof frame.exchange_key === 'string' && frame.exchange_key === request.exchange_key;

/** On a stream of its own connection: stdio, or an HTTP stream that was taken up again. */
const sameConnection = (
  frame: Pick<Frame, 'connection_key' | 'exchange_key'>,
  request: PendingRequest,
): boolean => {
  const key = frame.connection_key ?? null;
  return key === request.connection_key && (key !== null || typeof frame.exchange_key !== 'string');
};

/** Ids are compared with their type: 1 and "1" are two requests. Of equal ids the older is answered first. */
export function createPendingRequests(most = MOST_PENDING): PendingRequests {
  // A list, and no set: of one that changes all the time tables are left by which what was taken outlives collections.
  const waiting: PendingRequest[] = [];

  const take = (at: number): PendingRequest | null => (at < 0 ? null : (waiting.splice(at, 1)[0] ?? null));

  return {
    add(request) {
      waiting.push(request);
      return waiting.length > most ? take(0) : null;
    },
    answered(frame, id) {
      const isExchange = typeof frame.exchange_key === 'string';
      const own = isExchange
        ? waiting.findIndex((request) => request.id === id && sameExchange(frame, request))
        : -1;
      if (own >= 0) return take(own);
      if (id === undefined || id === null) {
        const [only, ...others] = waiting.filter((request) => sameExchange(frame, request));
        if (only !== undefined && others.length === 0) return take(waiting.indexOf(only));
      }
      return take(waiting.findIndex((request) => request.id === id && sameConnection(frame, request)));
    },
    takeWhere(matches) {
      const taken = waiting.filter(matches);
      for (const request of taken) take(waiting.indexOf(request));
      return taken;
    },
  };
}
