import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** Connection lost, no connections left, stopped by an operator or starting, standby, idle in a transaction for too long. */
const sqlStates = /^(08|53300|57P|25006|25P03)/;

const systemErrors: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What the driver says without a code when a connection was lost under a query, or before it. */
const ofTheDriver =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when)/;

/** TypeORM releases the runner of a connection that is lost, and says of its transaction only that. */
const isLostUnderTransaction = (error: unknown): boolean =>
  error instanceof QueryRunnerAlreadyReleasedError ||
  error instanceof QueryRunnerProviderAlreadyReleasedError;

/** Whether a query failed because the database could not be reached or is about to go: the same may succeed soon. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (error instanceof QueryFailedError) return isDatabaseAway(error.driverError);
  if (isLostUnderTransaction(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && (sqlStates.test(code) || systemErrors.has(code))) return true;
  return typeof message === 'string' && ofTheDriver.test(message);
};

/** Lock not available in time, deadlock, serialization failure. */
const contended = /^(55P03|40P01|40001)$/;

/** Whether a transaction lost against others, and the same may succeed when it is repeated. Nothing of it was kept. */
export const isContended = (error: unknown): boolean => {
  if (error instanceof QueryFailedError) return isContended(error.driverError);
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && contended.test(error.code);
};
