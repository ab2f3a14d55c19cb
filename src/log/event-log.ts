import { type EventLog } from '@mcp-witness/event-log';

/** Dependency injection token of the {@link EventLog} of this process. */
export const EVENT_LOG = Symbol('EVENT_LOG');

export type { EventLog };
