export { LocalPostgresError, type LocalPostgresFailure } from './failure.ts';
export { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from './start.ts';
