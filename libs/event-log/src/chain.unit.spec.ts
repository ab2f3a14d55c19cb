import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { chainHash, chainStart, dataDigest } from './chain.ts';
import type { LogEvent } from './port.ts';
import { Position } from './position.ts';

const event: LogEvent = {
  position: Position.parse('258')!,
  stream_position: 3,
  recorded_at: '2026-11-30T12:00:00.000001Z',
  schema_version: 1,
  append_id: '01936f0e-7c00-7000-8000-0000000000ff',
  tenant_id: 'default',
  stream: 'é',
  id: 'e',
  type: 't',
  data: '{}',
  meta: null,
  key_id: '',
  digest: dataDigest('{}'),
  hash: chainStart,
};

describe('chainHash', () => {
  it('covers exactly the bytes that are written down for verifiers', () => {
    const bytes = [
      '00'.repeat(32),
      '0000000c',
      '00000014 00000008 0000000000000102',
      '00000014 00000008 0000000000000003',
      '00000014 00000008 0006617d2633d001',
      '00000017 00000004 00000001',
      '00000b86 00000010 01936f0e7c0070008000 0000000000ff',
      '00000011 00000020 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      '00000019 00000007 64656661756c74',
      '00000019 00000002 c3a9',
      '00000019 00000001 65',
      '00000019 00000001 74',
      '00000019 00000000',
      '00000019 ffffffff',
    ];
    const expected = createHash('sha256')
      .update(Buffer.from(bytes.join('').replaceAll(' ', ''), 'hex'))
      .digest('hex');
    expect(Buffer.from(chainHash(chainStart, event)).toString('hex')).toBe(expected);
  });

  it('leaves out a position that no int8 can hold, as it is given after the hash was made', () => {
    const hashAt = (position: string): string =>
      Buffer.from(chainHash(chainStart, { ...event, position: Position.parse(position)! })).toString('hex');
    expect(hashAt('9223372036854775808')).toBe(hashAt('9'.repeat(39)));
    expect(hashAt('9223372036854775807')).not.toBe(hashAt('9223372036854775808'));
  });

  it('changes with every field, and does not look at data beyond its digest', () => {
    const changed: Partial<LogEvent>[] = [
      { position: Position.parse('259')! },
      { stream_position: 4 },
      { recorded_at: '2026-11-30T12:00:00.000002Z' },
      { schema_version: 2 },
      { append_id: '01936f0e-7c00-7000-8000-0000000000fe' },
      { tenant_id: 'defaulté', stream: '' },
      { id: 'et', type: '' },
      { meta: '' },
      { key_id: null },
      { digest: dataDigest('[]') },
    ];
    const hashes = [{}, ...changed].map((change) =>
      Buffer.from(chainHash(chainStart, { ...event, ...change })).toString('hex'),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(chainHash(chainStart, { ...event, ...{ data: 'gone' } })).toEqual(chainHash(chainStart, event));
    expect(chainHash(dataDigest('other'), event)).not.toEqual(chainHash(chainStart, event));
  });
});
