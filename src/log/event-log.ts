/** Dependency injection token of the `EventLog` of this process. */
export const EVENT_LOG = Symbol('EVENT_LOG');
