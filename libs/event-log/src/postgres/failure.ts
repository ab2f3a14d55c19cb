import { type Failure } from '../engine/engine.ts';

const sqlState = /^[0-9A-Z]{5}$/;

/** Transaction rolled back, lock not available, operator intervention (shutdown, start-up), no connections left, standby. */
const passing = /^(08|40|53300|55P03|57|25006)/;

/** Data exception, integrity constraint, program limit exceeded. */
const ofContent = /^(22|23|54)/;

/** What a driver's error means for the batch. An error without an SQLSTATE is the connection's. */
export function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !sqlState.test(code) || passing.test(code)) return 'again';
  return ofContent.test(code) ? 'content' : 'broken';
}
