import type { Effective } from '../effective/effective.ts';
import type { FactKeeper } from '../journal/keeper.ts';
import type { AttachMethod } from './client-request.ts';
import type { SessionIdentity } from './identity.ts';
import type { BuiltIn } from '../resolution/plan-built-in.ts';
import type { AgentTakes, Policy } from '../resolution/policy.ts';
import type { Execution } from './opening.ts';
import type { StartupReport } from './startup-report.ts';
import type { Unanswered } from './unanswered.ts';

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
  | { readonly kind: 'close'; readonly acp_session_id: string }
  | { readonly kind: 'attach'; readonly waiting: WaitingAttempt };

/** What the relay remembers of one agent process. */
export interface AttachmentState {
  readonly identity: SessionIdentity;
  readonly keeper: FactKeeper;
  /** Null: it stays out. */
  readonly builtIn: BuiltIn | null;
  readonly policy: Policy;
  /** Told what each attempt is really given, and what came with calls that open none. */
  readonly effective: Pick<Effective, 'put' | 'met'>;
  /** Told of what a person has to know and no report can show. */
  readonly onTrouble: (line: string) => void;
  readonly pending: Unanswered<Pending>;
  /** Attempts that waited for their answer when the agent wrote a line too long to read, which may have been it. */
  readonly perhapsAnswered: Set<string>;
  /** Attempts whose execution has not ended. */
  readonly attempts: Set<string>;
  /** The agent's id of a session to the attempts that it was attached by. */
  readonly attachedBy: Map<string, Set<string>>;
  /** What the agent said of servers before it answered the call that they came with. */
  readonly early: StartupReport[];
  /** The agent's process is gone: what the host sends now opens nothing. */
  over: boolean;
  execution: Execution;
  /** Null until it answers `initialize`. */
  takes: AgentTakes | null;
}
