export { postgresEventLog, type PostgresEventLogOptions } from './postgres-event-log.ts';
export { appSession } from './session.ts';
