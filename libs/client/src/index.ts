export type {
  ActivityCalls,
  AgentPage,
  CallPage,
  ClientActivity,
  SessionAttempt,
  SessionAttemptPage,
  TaskSession,
  TaskSessionPage,
  ToolCall,
} from './activity.ts';
export type { AccessPage, AdministrationCalls, Erasure, OwnRetention, Retention } from './administration.ts';
export type { AuditCalls, Moment, Verification } from './auditing.ts';
export { holdTools, type HeldTools } from './live/hold-tools.ts';
export {
  createClient,
  type AttemptBody,
  type ClientOptions,
  type EventPage,
  type EvidenceReceipt,
  type EvidenceTerms,
  type FeedPage,
  type FeedQuery,
  type OpenedAttempt,
  type ServerTools,
  type SessionPage,
  type SessionQuery,
  type WitnessClient,
} from './client.ts';
export { consume, type Consume } from './feed/consume.ts';
export { followFeed, type FollowFeed } from './feed/follow-feed.ts';
export type { FeedEvent, FeedFilter } from './feed/open-feed.ts';
export type {
  Batch,
  SubscriptionCalls,
  SubscriptionState,
  SubscriptionWithLag,
} from './feed/subscription-calls.ts';
export type { ApiKey, KeyCalls, KeyPage, MadeKey, NewKey, OfTenant } from './keys.ts';
export { shareSocket } from './live/share-socket.ts';
export { watchSession, type LiveSocket, type LiveState, type WatchSession } from './live/watch-session.ts';
export type { Diagnostics, OperationCalls, RecentOutput } from './operations.ts';
export type { EndpointTestResult, TestProgress } from './test-endpoint.ts';
export type { ProjectionCalls, ProjectionList, ProjectionState } from './projections.ts';
export { WitnessError, type ProblemFault } from './problem.ts';
