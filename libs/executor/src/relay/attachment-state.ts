import type { FactKeeper } from '../journal/keeper.ts';
import type { AttachMethod } from './client-request.ts';
import type { SessionIdentity } from './identity.ts';
import type { BuiltIn } from './injection.ts';
import type { Execution } from './opening.ts';

/** A session call that the agent has not answered yet. */
export interface WaitingAttempt {
  readonly attempt_id: string;
  readonly session_id: string;
  readonly method: AttachMethod;
  readonly acp_session_id: string | null;
  /** Names of the attempt's servers. */
  readonly servers: ReadonlySet<string>;
}

export type Pending =
  | { readonly kind: 'initialize' }
  | { readonly kind: 'close'; readonly session_id: string }
  | { readonly kind: 'attach'; readonly waiting: WaitingAttempt };

/** What the relay remembers of one agent process. */
export interface AttachmentState {
  readonly identity: SessionIdentity;
  readonly keeper: FactKeeper;
  readonly builtIn: BuiltIn | null;
  /** Unanswered requests, by `requestKey`. */
  readonly pending: Map<string, Pending>;
  /** Attempts whose execution has not ended. */
  readonly attempts: Set<string>;
  /** Session to its newest attempt. */
  readonly current: Map<string, string>;
  execution: Execution;
  agentTakesHttp: boolean;
}
