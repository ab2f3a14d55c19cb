import type { ClientInfo } from '@mcp-witness/evidence';
import type { Envelope } from '../envelope.ts';
import type { JsonObject } from '../json-rpc.ts';
import type { LogicalCall } from '../tool-calls.ts';
import type { WalkedPage } from '../tool-walks.ts';

export type SeenList = 'tools' | 'prompts' | 'resources' | 'resource_templates';

export type SeenOutcome =
  'ok' | 'tool_error' | 'protocol_error' | 'cancelled' | 'unanswered' | 'unread' | 'rejected';

/** As the frame has them. */
interface Keys {
  readonly connection_key: string | null;
  readonly exchange_key: string | null;
}

/**
 * A request of either side with what became of it, told once when that is known; of several round trips as one. What it
 * held is there by reference, as it passed.
 */
export interface SeenRequest extends Keys {
  readonly method: string;
  readonly asked_by: 'client' | 'server';
  readonly outcome: SeenOutcome;
  readonly error_code: string | null;
  /** Why the door was closed; null for an answer that says nothing of it. */
  readonly reason_code: string | null;
  /** Milliseconds since 1970. */
  readonly started_at: number;
  readonly ended_at: number;
  readonly round_trips: number;
  /** Of a legacy client; the one that an `initialize` opened. */
  readonly connection_id: string | null;
  /** Null for a legacy request. */
  readonly envelope: Envelope | null;
  /** As this request names it: by its envelope, or an `initialize` by its parameters. */
  readonly client: ClientInfo | null;
  readonly page: (WalkedPage & { readonly of: SeenList }) | null;
  readonly params: JsonObject;
  readonly result: unknown;
  readonly error: unknown;
  /** Of the frame that asked last. */
  readonly context: unknown;
}

/** A message that asks for no answer. */
export interface SeenNotice extends Keys {
  readonly method: string;
  readonly sent_by: 'client' | 'server';
  readonly at: number;
  readonly connection_id: string | null;
  readonly params: JsonObject;
  readonly context: unknown;
}

/** What they throw is dropped. */
export interface SeenBy {
  request(seen: SeenRequest): void;
  notice(seen: SeenNotice): void;
  closed(connection_id: string, connection_key: string | null, reason_code: string): void;
}

/** What is kept of a request until it is over. */
export interface SeenStart {
  readonly asked_by: 'client' | 'server';
  readonly params: JsonObject;
  readonly context: unknown;
  readonly at: number;
  /** Of methods that may take several round trips. */
  readonly round: LogicalCall | null;
}
