import { generateKeyPairSync, sign } from 'node:crypto';
import { type EventLog, type OpenEventLog } from '@mcp-witness/event-log';
import { type BlockStore, postgresBlockStore } from '../../src/audit/blocks/block-store.ts';
import { sealBlocks } from '../../src/audit/blocks/seal-blocks.ts';
import { keyIdOf, type Signer } from '../../src/audit/blocks/signing-key.ts';
import { exportLog } from '../../src/audit/export/export-log.ts';
import { postgresLog } from '../../src/log/open-log.ts';
import { type Logs, sealedLogOver } from '../../src/log/open-sealed-log.ts';
import { type TestDatabase, withDatabase } from '../support/database.ts';
import { createStoryteller, type Step } from '../projections/support/story.ts';

/** A key of one test alone. */
export const testSigner = (): Signer => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const public_key = publicKey.export({ type: 'spki', format: 'der' });
  return { key_id: keyIdOf(public_key), public_key, sign: (bytes) => sign(null, bytes, privateKey) };
};

export interface AuditedLog extends Logs {
  readonly log: OpenEventLog;
  readonly blocks: BlockStore;
  readonly signer: Signer;
  readonly database: TestDatabase;
  /** Puts all that is there into blocks, of at most `events` events where that is given. */
  readonly seal: (events?: number) => Promise<void>;
  readonly exported: (tenantId?: string) => Promise<string>;
}

/** A sealed log with blocks, in a database of one test alone. */
export const withAuditedLog = (use: (audited: AuditedLog) => Promise<void>): Promise<void> =>
  withDatabase(async (database) => {
    const logs = sealedLogOver(postgresLog(database.appPool), database.appPool);
    const blocks = postgresBlockStore(database.appPool);
    const signer = testSigner();
    await blocks.addKey(signer);
    const { stored, keys } = logs;
    const seal = (events = 1_000): Promise<void> => {
      const readLinks: EventLog['readLinks'] = (read) =>
        stored.readLinks({ ...read, limit: Math.min(read.limit ?? 1_000, events) });
      return sealBlocks({ stored: { readLinks }, blocks, signer });
    };
    const exported = async (tenant_id = 'default'): Promise<string> => {
      let text = '';
      for await (const line of exportLog({ tenant_id, stored, blocks, keys, signer })) text += line;
      return text;
    };
    try {
      await use({ ...logs, blocks, signer, database, seal, exported });
    } finally {
      await logs.log.close();
    }
  });

const what = ['open', 'deliver', 'accept', 'call', 'close', 'open', 'list', 'call'] as const;

/** A story of three sessions. */
export const tellStory = (log: EventLog, steps = 24): Promise<void> =>
  createStoryteller(log).tell(
    Array.from({ length: steps }, (_, index): Step => ({
      session: index % 3,
      attempt: 0,
      what: what[Math.floor(index / 3) % what.length] ?? 'open',
      server: 'hub',
    })),
  );
