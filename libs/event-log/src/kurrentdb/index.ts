export { kurrentdbEventLog, type KurrentdbEventLogOptions } from './kurrentdb-event-log.ts';
