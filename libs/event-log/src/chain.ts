import { createHash } from 'node:crypto';
import { type LogEvent } from './port.ts';

/** What the first event of a stream is chained to: 32 zero bytes. */
export const chainStart: Uint8Array = new Uint8Array(32);

type Hashed = Omit<LogEvent, 'data' | 'hash'>;

/**
 * The hash that `event` must have when the event before it in its stream has `previous`. `data` takes part by its
 * digest alone, so that the chain still verifies after the text is gone.
 *
 * SHA-256 over these bytes, numbers big-endian and signed, text in UTF-8:
 *
 * | bytes | what |
 * |---|---|
 * | 32 | hash of the event before it in the stream, zeros for the first |
 * | 8 | position |
 * | 8 | stream_position |
 * | 8 | recorded_at, microseconds since 1970-01-01T00:00:00Z |
 * | 4 | schema_version |
 * | 16 | append_id |
 * | 32 | digest: SHA-256 of data |
 * | 4 + n | length of tenant_id, tenant_id; then in the same way stream, id, type, key_id, meta |
 *
 * A null `key_id` or `meta` is the length -1 and no bytes.
 */
export function chainHash(previous: Uint8Array, event: Hashed): Uint8Array {
  const fixed = Buffer.alloc(28);
  fixed.writeBigInt64BE(BigInt(event.position), 0);
  fixed.writeBigInt64BE(BigInt(event.stream_position), 8);
  fixed.writeBigInt64BE(microseconds(event.recorded_at), 16);
  fixed.writeInt32BE(event.schema_version, 24);
  const hash = createHash('sha256').update(previous).update(fixed);
  hash.update(Buffer.from(event.append_id.replaceAll('-', ''), 'hex')).update(event.digest);
  for (const text of [event.tenant_id, event.stream, event.id, event.type, event.key_id, event.meta]) {
    const length = Buffer.alloc(4);
    length.writeInt32BE(text === null ? -1 : Buffer.byteLength(text));
    hash.update(length).update(text ?? '');
  }
  return hash.digest();
}

/** The digest of an event's `data`. */
export const dataDigest = (data: string): Uint8Array => createHash('sha256').update(data).digest();

/** Of an RFC 3339 UTC time with exactly six decimals. */
const microseconds = (time: string): bigint =>
  BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1000n + BigInt(time.slice(20, 26));
