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
export { isAccepted } from './report/is-accepted.ts';
export { type CatalogsHeld, digestsOfChanges, nameChanges } from './session/changed-names.ts';
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
export { reasonPhrase } from './words/reason-words.ts';
export { testStagePhrase } from './words/test-stage-words.ts';
export { statusWords, witnessPhrase, type StatusWord } from './words/status-words.ts';
export { canonicalCatalog, canonicalJson } from './catalog/canonical.ts';
export {
  catalogLimits,
  limitCatalog,
  type LimitCatalogOptions,
  type LimitedCatalog,
} from './catalog/limits.ts';
export { isNewer, parseHistory, readHistory, type HistoryReading } from './freshness/guard.ts';
export { compareInstants, parseInstant, toUtc } from './freshness/instant.ts';
export { INVALID_COMMAND, sanitizeCommand } from './sanitise/command.ts';
export { secretNeedles, type ServerConfiguration } from './sanitise/configuration.ts';
export { type Needles } from './sanitise/needles.ts';
export { INVALID_ENDPOINT, sanitizeTarget } from './sanitise/target.ts';
export { sanitizeText, SUMMARY_LIMIT, type SanitizeTextOptions } from './sanitise/text.ts';
export { stripControls } from './text/controls.ts';
export { cleanText, type CleanedText, type CleanTextOptions } from './text/clean.ts';
export { cleanJson, JSON_DEPTH_LIMIT, type CleanedJson, type CleanJsonOptions } from './text/json.ts';
export { cutUtf8, utf8Length } from './text/utf8.ts';
export { classifyError, sanitizeErrorClass, UNKNOWN_ERROR, type ErrorClass } from './sanitise/error-class.ts';
