export { codes, type FindingCode, type ReasonCode } from './codes/codes.ts';
export { parseAttempt, MAX_SERVERS, type ParsedAttempt } from './parse/attempt.ts';
export { parseEvent, type ParsedEvent } from './parse/event.ts';
export type { Fault, FaultCode } from './parse/fault.ts';
export { evolve } from './attempt/evolve.ts';
export { initialState } from './attempt/initial.ts';
export { fold, toReport } from './attempt/report.ts';
export type { AttemptState } from './attempt/state.ts';
export { decideClaim, type ClaimDecision, type ClaimingAttempt } from './session/claim.ts';
export type { AttemptClaimed, AttemptClaimedData, RecordedClaim } from './session/events.ts';
export { evolveSession } from './session/evolve.ts';
export { attemptsOf, toHistory, withoutTools, type AttemptStates } from './session/history.ts';
export { initialSession, type Claim, type SessionState } from './session/state.ts';
export { toSessionStatus } from './session/status.ts';
export type {
  AttachmentFailedData,
  AttemptStartedData,
  AttemptSupersededData,
  CatalogTool,
  ClientInfo,
  ConnectionClosedData,
  EndpointTestedData,
  EvidenceData,
  EvidenceEvent,
  EvidenceLostData,
  EvidenceOf,
  EvidenceType,
  ExecutionEndedData,
  ProblemReportedData,
  Producer,
  ProtocolAcceptedData,
  ProtocolRefusedData,
  RecordedEvidence,
  ServerDeliveredData,
  ServerReasonData,
  ServerResolvedData,
  SessionAcceptedData,
  ToolCalledData,
  ToolsChangedData,
  ToolsListedData,
} from './events/events.ts';
export type {
  Channel,
  Entry,
  Era,
  EvidenceLevel,
  Open,
  Outcome,
  ServerStatus,
  Source,
  Transport,
  Witness,
} from './events/vocabulary.ts';
export type {
  Attempt,
  Connection,
  Duplicate,
  EndpointTest,
  EvidenceLost,
  Finding,
  History,
  Server,
  SessionError,
  SessionServer,
  SessionStatus,
  TimelineEntry,
} from './report/report.ts';
export { checklist, type ChecklistStep } from './words/checklist.ts';
export { statusWords, witnessPhrase, type StatusWord } from './words/status-words.ts';
