import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signBlock } from '../../src/audit/blocks/block.ts';
import { type EventLine, type ExportLine, trailerText } from '../../src/audit/export/lines.ts';
import { type VerifiedExport, verifyExport } from '../../src/audit/export/verify-export.ts';
import { encodeIdentity } from '../../src/log/evidence-codec.ts';
import { type AuditedLog, tellStory, testSigner, withAuditedLog } from './support.ts';

async function* chunks(text: string, size = 700): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size)
    yield await Promise.resolve(bytes.subarray(from, from + size));
}

const check = (text: string, publicKey?: Uint8Array): Promise<VerifiedExport> =>
  verifyExport(chunks(text), { publicKeys: publicKey === undefined ? [] : [publicKey] });

const codesOf = async (text: string, publicKey?: Uint8Array): Promise<readonly string[]> => [
  ...new Set((await check(text, publicKey)).faults.map(({ code }) => code)),
];

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const parse = (line: string): ExportLine => JSON.parse(line) as ExportLine;

/** Places of the lines of a kind. */
const placesOf = (lines: readonly string[], kind: ExportLine['kind']): number[] =>
  lines.flatMap((line, index) => (parse(line).kind === kind ? [index] : []));

const foreignEvent = (log: AuditedLog['log'], tenant_id: string): Promise<unknown> =>
  log.append({
    append_id: randomUUID(),
    tenant_id,
    stream: `attempt-${randomUUID()}`,
    expected: 0,
    events: [
      {
        id: randomUUID(),
        type: 'tool-called',
        schema_version: 1,
        data: '{"of":"another tenant"}',
        meta: encodeIdentity({ session_id: 'theirs', task_id: null }),
        key_id: null,
      },
    ],
  });

const withExport = (use: (text: string, audited: AuditedLog) => Promise<void>): Promise<void> =>
  withAuditedLog(async (audited) => {
    await tellStory(audited.log);
    for (let n = 0; n < 3; n += 1) await foreignEvent(audited.log, 'other');
    await tellStory(audited.log, 9);
    await audited.seal(8);
    await use(await audited.exported(), audited);
  });

describe('an export of a tenant', () => {
  it('verifies without the service, with all events of the tenant readable and none of another', () =>
    withExport(async (text, { signer }) => {
      const found = await check(text, signer.public_key);
      expect(found).toMatchObject({ ok: true, tenant_id: 'default', erased: 0, faults: [] });
      const events = linesOf(text)
        .map(parse)
        .filter((line): line is EventLine => line.kind === 'event');
      expect(found.events).toBe(events.length);
      expect(found.blocks).toBeGreaterThan(3);
      expect(text).toContain('session-1');
      expect(text).not.toContain('theirs');
      expect(text).not.toContain('another tenant');
    }));

  it('of a tenant with few events verifies too, and so does one of a tenant without any', () =>
    withExport(async (_text, { exported, signer }) => {
      expect(await check(await exported('other'), signer.public_key)).toMatchObject({ ok: true, events: 3 });
      expect(await check(await exported('nobody'), signer.public_key)).toMatchObject({ ok: true, events: 0 });
    }));

  it('shows where it was cut, wherever that is', () =>
    withExport(async (text, { signer }) => {
      const lines = linesOf(text);
      for (const end of [lines.length - 1, lines.length - 2, 4, 1])
        expect(await codesOf(textOf(lines.slice(0, end)), signer.public_key)).toContain('cut');
      for (const end of [text.length - 1, text.length - 40, Math.floor(text.length / 2)])
        expect(await codesOf(text.slice(0, end), signer.public_key)).toContain('cut');
    }));

  it('shows an event that was changed', () =>
    withExport(async (text, { signer }) => {
      const lines = linesOf(text);
      const [, place = 0] = placesOf(lines, 'event');
      const event = parse(lines[place] ?? '') as EventLine;
      for (const change of [
        { data: `${event.data} ` },
        { type: 'tool-called' },
        { recorded_at: '2026-11-30T00:00:00.000000Z' },
        { digest: '00'.repeat(32) },
        { hash: '00'.repeat(32) },
        { meta: null },
      ]) {
        const changed = lines.with(place, JSON.stringify({ ...event, ...change }));
        expect(await codesOf(textOf(changed), signer.public_key)).toContain('changed');
      }
    }));

  it('shows an event that is missing, is there twice, or is not in its place', () =>
    withExport(async (text, { signer }) => {
      const lines = linesOf(text);
      const events = placesOf(lines, 'event');
      for (const place of [events[1] ?? 0, events.at(-1) ?? 0])
        expect(await codesOf(textOf(lines.toSpliced(place, 1)), signer.public_key)).toContain('missing');
      const [first = 0, second = 0] = events;
      expect(
        await codesOf(textOf(lines.toSpliced(second, 0, lines[first] ?? '')), signer.public_key),
      ).toContain('duplicated');
      const swapped = lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '');
      expect(await codesOf(textOf(swapped), signer.public_key)).toContain('reordered');
    }));

  it('shows a block that is missing, is there twice, or is not in its place', () =>
    withExport(async (text, { signer }) => {
      const lines = linesOf(text);
      const [first = 0, second = 0] = placesOf(lines, 'block');
      expect(await codesOf(textOf(lines.toSpliced(second, 1)), signer.public_key)).toContain('missing');
      const twice = lines.toSpliced(second + 1, 0, lines[second] ?? '');
      expect(await codesOf(textOf(twice), signer.public_key)).toContain('duplicated');
      const swapped = lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '');
      expect(await codesOf(textOf(swapped), signer.public_key)).toContain('reordered');
    }));

  it('shows a key that is not the one that was expected, also when the whole file was signed anew', () =>
    withExport(async (text, { signer }) => {
      const foreign = testSigner();
      expect(await codesOf(text, foreign.public_key)).toContain('foreign_key');
      const lines = linesOf(text);
      const end = parse(lines.at(-1) ?? '');
      if (end.kind !== 'trailer') throw new Error('The last line is no trailer.');
      const signature = Buffer.from(foreign.sign(trailerText(end))).toString('base64');
      const signed = lines.with(-1, JSON.stringify({ ...end, key_id: foreign.key_id, signature }));
      expect(await codesOf(textOf(signed), signer.public_key)).toEqual(['foreign_key']);
      const forged = lines.with(-1, JSON.stringify({ ...end, signature }));
      expect(await codesOf(textOf(forged), signer.public_key)).toEqual(['bad_signature']);
    }));

  it('shows what is no export, what is no line of one, and what comes after the end', () =>
    withExport(async (text, { signer }) => {
      for (const other of ['', '\n', '{}\n', '{"kind":"header"}\n', 'x'.repeat(100)])
        expect(await codesOf(other)).toEqual(['not_an_export']);
      const lines = linesOf(text);
      for (const line of ['', '[]', '{"kind":"event"}', '{"kind":"__proto__"}', '\u0000'])
        expect(await codesOf(textOf(lines.toSpliced(3, 0, line)), signer.public_key)).toContain('malformed');
      expect(await codesOf(textOf([...lines, lines[2] ?? '']), signer.public_key)).toEqual(['trailing']);
    }));

  it('still verifies when the keys of a session were destroyed, and says how many events that concerns', () =>
    withExport(async (text, { exported, signer, database, keys }) => {
      const before = await check(text, signer.public_key);
      await database.ownerPool.query(
        `update session_keys set secret = null, destroyed_at = now() where tenant_id = 'default'
           and session = (select stream from es_events where position = 1)`,
      );
      await keys.refresh();
      const after = await check(await exported(), signer.public_key);
      expect(after).toMatchObject({ ok: true, events: before.events, blocks: before.blocks });
      expect(after.erased).toBeGreaterThan(0);
      expect(after.erased).toBeLessThan(after.events);
    }));
});

describe('a signed block', () => {
  it('is made by the key that it names', () => {
    const signer = testSigner();
    const block = signBlock(
      {
        number: 1,
        first_position: '1' as never,
        last_position: '2' as never,
        events: 2,
        root: Buffer.alloc(32),
        previous: Buffer.alloc(32),
        sealed_at: '2026-11-30T12:00:00.000Z',
      },
      signer,
    );
    expect(block.key_id).toBe(signer.key_id);
    expect(block.signature).toHaveLength(64);
  });
});
