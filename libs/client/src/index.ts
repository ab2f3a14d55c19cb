export { holdTools, type HeldTools } from './live/hold-tools.ts';
export {
  createClient,
  type AttemptBody,
  type ClientOptions,
  type EventPage,
  type EvidenceReceipt,
  type OpenedAttempt,
  type ServerTools,
  type SessionPage,
  type SessionQuery,
  type WitnessClient,
} from './client.ts';
export { watchSession, type LiveSocket, type LiveState, type WatchSession } from './live/watch-session.ts';
export { WitnessError, type ProblemFault } from './problem.ts';
