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
}

export interface PendingRequests {
  /** Gives back the oldest when there were too many. */
  add(request: PendingRequest): PendingRequest | null;
  /** The request that this answer is of. */
  answered(frame: Frame, id: MessageId | undefined): PendingRequest | null;
  takeWhere(matches: (request: PendingRequest) => boolean): readonly PendingRequest[];
}

const MOST_PENDING = 1024;

/** In the answer to its own HTTP request. */
const sameExchange = (frame: Frame, request: PendingRequest): boolean =>
  typeof frame.exchange_key === 'string' && frame.exchange_key === request.exchange_key;

/** On a stream of its own connection: stdio, or an HTTP stream that was taken up again. */
const sameConnection = (frame: Frame, request: PendingRequest): boolean => {
  const key = frame.connection_key ?? null;
  return key === request.connection_key && (key !== null || typeof frame.exchange_key !== 'string');
};

/** Ids are compared with their type: 1 and "1" are two requests. Of equal ids the older is answered first. */
export function createPendingRequests(): PendingRequests {
  const waiting = new Set<PendingRequest>();

  const take = (request: PendingRequest | undefined): PendingRequest | null => {
    if (request === undefined) return null;
    waiting.delete(request);
    return request;
  };
  const all = (matches: (request: PendingRequest) => boolean): PendingRequest[] =>
    [...waiting].filter(matches);

  return {
    add(request) {
      waiting.add(request);
      return waiting.size > MOST_PENDING ? take(all(() => true)[0]) : null;
    },
    answered(frame, id) {
      const inExchange = all((request) => sameExchange(frame, request));
      const own = inExchange.find((request) => request.id === id);
      if (own !== undefined) return take(own);
      const namesNone = id === undefined || id === null;
      if (namesNone && inExchange.length === 1) return take(inExchange[0]);
      return take(all((request) => request.id === id && sameConnection(frame, request))[0]);
    },
    takeWhere(matches) {
      const taken = all(matches);
      for (const request of taken) waiting.delete(request);
      return taken;
    },
  };
}
