import { type EventLog, type OpenEventLog } from '@mcp-witness/event-log';
import { type Pool } from 'pg';
import { type Settings } from '../config/settings.ts';
import { openLog } from './open-log.ts';
import { refuseForeignWrapping } from './sealing/refuse-foreign-wrapping.ts';
import { sealLog } from './sealing/sealed-log.ts';
import { postgresSessionKeys } from './sealing/session-keys.postgres.ts';
import { type SessionKeys } from './sealing/session-keys.ts';
import { bare, wrapping } from './sealing/wrapping.ts';

/** The log as everybody uses it, and what it stands on. */
export interface Logs {
  /** Seals and opens payloads. Closing it closes `stored`. */
  readonly log: OpenEventLog;
  /** The same events as they are stored, for who verifies them. */
  readonly stored: EventLog;
  readonly keys: SessionKeys;
}

export interface OpenSealedLog {
  readonly settings: Pick<Settings, 'kurrentdbUrl' | 'keyEncryptionKey'>;
  /** Of the database, where the keys of sessions lie whichever engine keeps the log. */
  readonly pool: Pool;
  /** Stands between the stored log and the rest. */
  readonly through?: (log: OpenEventLog) => OpenEventLog;
}

/** The log over one that is open, and the keys in the database, without a look at either. */
export const sealedLogOver = (stored: OpenEventLog, pool: Pool, keyEncryptionKey: Buffer | null): Logs => {
  const keys = postgresSessionKeys(pool, keyEncryptionKey === null ? bare : wrapping(keyEncryptionKey));
  return { log: sealLog(stored, keys), stored, keys };
};

/** Rejects where the engine cannot be opened, or the keys of sessions cannot be used. */
export const openSealedLog = async ({ settings, pool, through }: OpenSealedLog): Promise<Logs> => {
  const { keyEncryptionKey } = settings;
  await refuseForeignWrapping(pool, keyEncryptionKey === null ? bare : wrapping(keyEncryptionKey));
  const opened = await openLog(settings, pool);
  return sealedLogOver(through?.(opened) ?? opened, pool, keyEncryptionKey);
};
