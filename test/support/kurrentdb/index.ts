export { kurrentdbDouble, type DoubleOptions, type KurrentdbDouble } from './double.ts';
export { createTransactionLog } from './transaction-log.ts';
