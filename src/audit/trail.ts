import { type EventLog } from '@mcp-witness/event-log';
import { type SessionKeys } from '../log/sealing/session-keys.ts';
import { type BlockStore } from './blocks/block-store.ts';
import { type Signer } from './blocks/signing-key.ts';

/** Dependency injection token of {@link Trail}. */
export const TRAIL = Symbol('TRAIL');

/** What is verified and exported: the log as it is stored, the blocks over it, and the keys of both. */
export interface Trail {
  readonly stored: EventLog;
  readonly keys: SessionKeys;
  readonly blocks: BlockStore;
  readonly signer: Signer;
}
