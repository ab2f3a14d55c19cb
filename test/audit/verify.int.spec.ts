import { describe, expect, it } from '@jest/globals';
import { Position } from '@mcp-witness/event-log';
import { type Verification, verifyLog } from '../../src/audit/verify/verify-log.ts';
import { signBlock } from '../../src/audit/blocks/block.ts';
import type { Signer } from '../../src/audit/blocks/signing-key.ts';
import { type AuditedLog, tellStory, testSigner, withAuditedLog } from './support.ts';

const verify = ({ stored, blocks, keys }: AuditedLog, after = Position.start, limit = 50_000) =>
  verifyLog({ stored, blocks, keys, after, limit });

/** As somebody who owns the database and means harm. */
const tamper = async ({ database: { ownerPool } }: AuditedLog, sql: string): Promise<void> => {
  await ownerPool.query(
    `set session_replication_role = replica; ${sql}; set session_replication_role = origin`,
  );
};

const badOf = async (audited: AuditedLog): Promise<unknown> => {
  const { ok, first_bad } = await verify(audited);
  expect(ok).toBe(false);
  return first_bad;
};

/** Block 2 as it is, under another signature. */
const signAnew = async (audited: AuditedLog, signer: Signer): Promise<void> => {
  const [, second] = await audited.blocks.after(Position.start, 2);
  if (second === undefined) throw new Error('There is no second block.');
  const signature = Buffer.from(signBlock(second, signer).signature).toString('hex');
  await tamper(
    audited,
    `update audit_blocks set key_id = '${signer.key_id}', signature = '\\x${signature}' where number = 2`,
  );
};

describe('the verification of a log', () => {
  it('finds nothing wrong with a log that nobody touched, whole or in parts, with and without its last events in blocks', () =>
    withAuditedLog(async (audited) => {
      expect(await verify(audited)).toMatchObject({ ok: true, checked: 0, blocks: 0, next_after: null });
      await tellStory(audited.log);
      await audited.seal(5);
      await tellStory(audited.log, 6);
      const whole = await verify(audited);
      const { rows } = await audited.database.ownerPool.query<{ head: number }>(
        'select position::int as head from es_head',
      );
      expect(whole).toMatchObject({ ok: true, checked: rows[0]?.head, erased: 0, next_after: null });
      expect(whole.unsealed).toBeGreaterThan(0);
      let checked = 0;
      let part: Verification | null = null;
      do {
        part = await verify(audited, part?.next_after ?? Position.start, 7);
        expect(part.ok).toBe(true);
        checked += part.checked;
      } while (part.next_after !== null);
      expect(checked).toBeGreaterThanOrEqual(whole.checked);
    }));

  it.each([
    ['data', `update es_events set data = data || ' ' where position = 7`, '7', 'data_changed'],
    ['a type', `update es_events set type = 'tool-called' where position = 7`, '7', 'event_changed'],
    [
      'a time',
      `update es_events set recorded_at = recorded_at + interval '1 second' where position = 7`,
      '7',
      'event_changed',
    ],
    ['a link', `update es_events set hash = digest where position = 7`, '7', 'event_changed'],
  ])('finds %s that was changed', (_what, sql, position, reason) =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await tamper(audited, sql);
      expect(await badOf(audited)).toEqual({ position, reason, block: null });
    }),
  );

  it('finds an end that was cut off', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await tamper(audited, 'delete from es_events where position = (select max(position) from es_events)');
      expect(await badOf(audited)).toMatchObject({ reason: 'events_missing', block: expect.any(Number) });
    }));

  it('finds a whole stream that was taken out', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await tamper(
        audited,
        'delete from es_events where stream = (select stream from es_events where position = 2)',
      );
      expect(await badOf(audited)).toMatchObject({ reason: 'events_missing', block: 1 });
    }));

  it('finds two events that changed places', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await tamper(
        audited,
        `update es_events set position = case position when 7 then 100007 else 100008 end where position in (7, 8);
         update es_events set position = case position when 100007 then 8 else 7 end where position > 100000`,
      );
      expect(await badOf(audited)).toEqual({ position: '7', reason: 'event_changed', block: null });
    }));

  it('finds a block that was signed anew with a key that nobody has told it', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await signAnew(audited, testSigner());
      expect(await badOf(audited)).toEqual({ position: '6', reason: 'foreign_key', block: 2 });
    }));

  it('believes a key that was written into the database, and names it among the keys to compare', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      const foreign = testSigner();
      await audited.blocks.addKey(foreign);
      await signAnew(audited, foreign);
      expect(await verify(audited)).toMatchObject({ ok: true });
      expect([...(await audited.blocks.keys()).keys()]).toContain(foreign.key_id);
    }));

  it.each([
    [
      'a block that was changed',
      'update audit_blocks set events = events + 1 where number = 2',
      'block_changed',
    ],
    ['a block that was taken out', 'delete from audit_blocks where number = 2', 'block_out_of_chain'],
    [
      'a signature of nobody',
      `update audit_blocks set signature = set_byte(signature, 3, get_byte(signature, 3) # 1) where number = 2`,
      'signature_invalid',
    ],
  ])('finds %s', (_what, sql, reason) =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await audited.seal(5);
      await tamper(audited, sql);
      expect(await badOf(audited)).toMatchObject({ reason });
    }),
  );

  it('gives two processes that seal at once one chain', () =>
    withAuditedLog(async (audited) => {
      await tellStory(audited.log);
      await Promise.all([audited.seal(3), audited.seal(4), audited.seal(5)]);
      expect(await verify(audited)).toMatchObject({ ok: true, unsealed: 0 });
    }));

  it('lets nobody change a block, the owner of the tables neither', () =>
    withAuditedLog(async ({ log, seal, database: { ownerPool, appPool } }) => {
      await tellStory(log);
      await seal();
      for (const pool of [ownerPool, appPool])
        for (const sql of [
          'update audit_blocks set events = 1',
          'delete from audit_blocks',
          'delete from access_log',
        ])
          await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }));
});
