import { randomUUID } from 'node:crypto';
import type { Hub } from '../hub/hub.ts';
import { newObservationId, WITHOUT_SESSION } from '../hub/hub.ts';
import type { Passed } from '../sight/passed.ts';
import { headOfExtra } from '../sight/request-head.ts';
import { inside } from './inside.ts';
import { transportKind } from './transport-kind.ts';

const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** What of a transport is asked, of 1.x and 2.x. */
export interface Carrier {
  readonly sessionId?: string | undefined;
}

/** What the server itself knows of its client, of 1.x and 2.x. */
export interface ServerRecord {
  getClientVersion?(): unknown;
  getNegotiatedProtocolVersion?(): unknown;
}

/** One transport, as it is seen. Nothing of it throws. */
export interface Link {
  /** A message for the server; null where it was seen already by who passed it on. */
  received(message: unknown, extra: unknown, handle: Passed['handle']): Passed | null;
  /** A message of the server's, after it was handed on. */
  sent(message: unknown): void;
  closed(): void;
}

const noRecord = { client: undefined, protocol_version: undefined };

const isModern = (message: unknown): boolean => {
  const { params } = message as { params?: { _meta?: Record<string, unknown> | null } | null };
  return typeof params?._meta?.[PROTOCOL_VERSION_KEY] === 'string';
};

const isAsking = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message;

const closings: Readonly<Partial<Record<Passed['transport'], string>>> = {
  stdio: 'stdin_closed',
  sse: 'stream_closed',
};

let links = 0;

const recordOf =
  (server: ServerRecord | null): Passed['ownRecord'] =>
  () => {
    try {
      return {
        client: server?.getClientVersion?.(),
        protocol_version: server?.getNegotiatedProtocolVersion?.(),
      };
    } catch {
      return noRecord;
    }
  };

export function createLink(hub: Hub, transport: Carrier & object, server: ServerRecord | null): Link {
  links += 1;
  const key = `link-${links}`;
  const { kind } = transportKind(transport);
  const own = randomUUID();
  const isHttp = kind === 'http';
  /** Another transport of ours passes everything on: it tells. */
  let isBehind = false;

  const ownRecord = recordOf(server);
  const hasSession = (): boolean => typeof transport.sessionId === 'string';
  const passedWith = (extra: unknown, handle: Passed['handle'], parent_id: string | null): Passed => {
    const head = headOfExtra(extra);
    return {
      id: newObservationId(),
      isTold: false,
      parent_id,
      transport: kind === 'unknown' && head !== null ? 'http' : kind,
      head,
      extra,
      session: hasSession() ? { own } : null,
      ownRecord,
      handle,
    };
  };
  const exchange_key = isHttp ? key : null;

  return {
    received(message, extra, handle) {
      try {
        const within = inside.getStore();
        within?.exchange?.claim();
        if (within !== undefined && within.message === message) isBehind = true;
        if (isBehind) return null;
        const passed = passedWith(extra, handle, within?.id ?? null);
        const connection_key = isHttp && isModern(message) ? null : key;
        hub.frames.onFrame({
          direction: 'to_server',
          message,
          connection_key,
          exchange_key,
          context: passed,
        });
        return passed;
      } catch {
        return null;
      }
    },
    sent(message) {
      if (isBehind) return;
      try {
        const context = isAsking(message) ? passedWith(undefined, () => null, null) : undefined;
        hub.frames.onFrame({ direction: 'to_client', message, connection_key: key, exchange_key, context });
      } catch {
        return;
      }
    },
    closed() {
      if (isBehind) return;
      if (isHttp) hub.frames.onExchangeEnd(key, true);
      const isDeleted = inside.getStore()?.exchange?.method === 'DELETE';
      const reason = isDeleted ? 'client_deleted' : (closings[kind] ?? 'endpoint_closed');
      hub.frames.onClose(key, isHttp && !hasSession() ? WITHOUT_SESSION : reason);
      // Whether or not a connection was closed by that: clients of the newer era open none.
      if (kind === 'stdio') hub.ended();
    },
  };
}
