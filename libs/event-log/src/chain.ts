import { createHash } from 'node:crypto';
import { microsecondsOf } from './instant.ts';
import { type LogEvent } from './port.ts';
import { type Position } from './position.ts';

/** What the first event of a stream is chained to: 32 zero bytes. */
export const chainStart: Uint8Array = new Uint8Array(32);

type Hashed = Omit<LogEvent, 'data' | 'hash'>;

/**
 * The hash that `event` must have when the event before it in its stream has `previous`. `data` takes part by its
 * digest alone, so that the chain still verifies after the text is gone.
 *
 * SHA-256 over `previous` (32 bytes) and then twelve columns in PostgreSQL's binary form of a row: the number of columns
 * (4 bytes), and for each the OID of its type (4), the length of its value (4; -1 for null), the value. Numbers are
 * big-endian, text is UTF-8. The columns:
 *
 * | column | type (OID) |
 * |---|---|
 * | position, stream_position, microseconds of recorded_at since 1970-01-01T00:00:00Z | int8 (20) |
 * | schema_version | int4 (23) |
 * | append_id | uuid (2950) |
 * | digest: SHA-256 of data | bytea (17) |
 * | tenant_id, stream, id, type, key_id, meta | text (25) |
 *
 * A position beyond int8 takes part as null: engines that have such positions give them after the hash was made.
 */
export function chainHash(previous: Uint8Array, event: Hashed): Uint8Array {
  const columns: readonly (readonly [number, Uint8Array | null])[] = [
    [20, positionColumn(event.position)],
    [20, int8(BigInt(event.stream_position))],
    [20, int8(microsecondsOf(event.recorded_at))],
    [23, int4(event.schema_version)],
    [2950, Buffer.from(event.append_id.replaceAll('-', ''), 'hex')],
    [17, event.digest],
    ...[event.tenant_id, event.stream, event.id, event.type, event.key_id, event.meta].map(
      (text) => [25, text === null ? null : Buffer.from(text)] as const,
    ),
  ];
  const hash = createHash('sha256').update(previous).update(int4(columns.length));
  for (const [type, value] of columns) {
    hash.update(int4(type)).update(int4(value === null ? -1 : value.length));
    if (value !== null) hash.update(value);
  }
  return hash.digest();
}

/** The digest of an event's `data`. */
export const dataDigest = (data: string): Uint8Array => createHash('sha256').update(data).digest();

const longestInt8 = 9_223_372_036_854_775_807n;

function positionColumn(position: Position): Uint8Array | null {
  const value = BigInt(position);
  return value > longestInt8 ? null : int8(value);
}

function int4(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int8(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}
