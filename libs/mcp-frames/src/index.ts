export {
  ATTEMPT_HEADER,
  ATTEMPT_VARIABLE,
  attemptIdOf,
  type AttemptToken,
  headOfAttemptId,
  readAttemptToken,
  writeAttemptToken,
} from './attempt-token.ts';
export { createFrameObserver } from './create-frame-observer.ts';
export { clientOf, type Envelope, versionOf } from './envelope.ts';
export { jsonBytes } from './json-bytes.ts';
export { nameOf } from './names.ts';
export type { SeenBy, SeenList, SeenNotice, SeenOutcome, SeenRequest } from './seen/seen.ts';
export type {
  Frame,
  FrameObserver,
  FrameObserverOptions,
  HttpFacts,
  Observation,
  ObservedType,
  Rejection,
  ToolsListedObservation,
} from './frame.ts';
export { type Exchange, observeExchange } from './http/observe-exchange.ts';
export { type AnswerHead, type OpenExchange, openExchange } from './http/open-exchange.ts';
export { type BodyEnd, type BodyWatcher, watchBody } from './http/watch-body.ts';
export { createNdjsonTee, type NdjsonTee } from './ndjson/ndjson-tee.ts';
export { observeTransport, type TransportLike, type TransportSight } from './transport/observe-transport.ts';
