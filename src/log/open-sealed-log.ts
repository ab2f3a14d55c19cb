import { type EventLog, type OpenEventLog } from '@mcp-witness/event-log';
import { type Pool } from 'pg';
import { type Settings } from '../config/settings.ts';
import { openLog } from './open-log.ts';
import { refuseForeignWrapping } from './sealing/refuse-foreign-wrapping.ts';
import { sealLog } from './sealing/sealed-log.ts';
import { postgresSessionKeys } from './sealing/session-keys.postgres.ts';
import { type SessionKeys } from './sealing/session-keys.ts';
import { wrapAnew } from './sealing/wrap-anew.ts';
import { type Wrapping, wrappingOf } from './sealing/wrapping.ts';

/** The log as everybody uses it, and what it stands on. */
export interface Logs {
  /** Seals and opens payloads. Closing it closes `stored`. */
  readonly log: OpenEventLog;
  /** The same events as they are stored, for who verifies them. */
  readonly stored: EventLog;
  readonly keys: SessionKeys;
}

export interface OpenSealedLog {
  readonly settings: Pick<Settings, 'kurrentdbUrl' | 'keyEncryptionKey' | 'formerKeyEncryptionKey'>;
  /** Of the database, where the keys of sessions lie whichever engine keeps the log. */
  readonly pool: Pool;
  /** Stands between the stored log and the rest. */
  readonly through?: (log: OpenEventLog) => OpenEventLog;
}

/** The log over one that is open, and the keys in the database, without a look at either. */
export const sealedLogOver = (
  stored: OpenEventLog,
  pool: Pool,
  wrapping: Wrapping = wrappingOf(null, null),
): Logs => {
  const keys = postgresSessionKeys(pool, wrapping);
  return { log: sealLog(stored, keys), stored, keys };
};

/** Rejects where the engine cannot be opened, or the keys of sessions cannot be used. */
export const openSealedLog = async ({ settings, pool, through }: OpenSealedLog): Promise<Logs> => {
  const { keyEncryptionKey, formerKeyEncryptionKey } = settings;
  const wrapping = wrappingOf(keyEncryptionKey, formerKeyEncryptionKey);
  const former = wrappingOf(formerKeyEncryptionKey, null);
  await refuseForeignWrapping(
    pool,
    [wrapping, former].flatMap(({ wrapped_by }) => wrapped_by ?? []),
  );
  await wrapAnew(pool, wrapping);
  const opened = await openLog(settings, pool);
  return sealedLogOver(through?.(opened) ?? opened, pool, wrapping);
};
