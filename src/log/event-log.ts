/** Dependency injection token of the `EventLog` of this process. */
export const EVENT_LOG = Symbol('EVENT_LOG');

/** Dependency injection token of the same log as it is stored, payloads sealed: for who verifies it. */
export const STORED_LOG = Symbol('STORED_LOG');
