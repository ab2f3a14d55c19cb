import { type Metadata, type ServiceError } from '@grpc/grpc-js';
import { type Faults } from './faults.ts';
import { type TransactionLog } from './transaction-log.ts';

export interface EndPoint {
  readonly host: string;
  readonly port: number;
}

/** One server of a cluster, as its services see it. */
export interface Node {
  readonly log: TransactionLog;
  readonly faults: Faults;
  readonly maxAppendEventSize: number;
  readonly maxAppendSize: number;
  readonly hasBatches: boolean;
  /** Where reads of all began, in their order. */
  readonly begun: bigint[];
  /** Why a call with this metadata is not served at all, or null. */
  refusal(metadata: Metadata): ServiceError | null;
}
