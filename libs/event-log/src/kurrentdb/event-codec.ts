import { binaryEvent, type EventData, type RecordedEvent } from '@kurrent/kurrentdb-client';
import { randomUUID } from 'node:crypto';
import { chainHash, dataDigest } from '../chain.ts';
import { timeOf } from '../instant.ts';
import { type Append, type LogEvent } from '../port.ts';
import { type Position } from '../position.ts';
import { type AllPosition, toPosition } from './all-position.ts';
import { NotOurs } from './failure.ts';
import { typeNameOf, typeOf } from './names.ts';

/** What stands in the metadata of every event: all of it that the server has no place for. Bytes are base64. */
interface Stored {
  readonly append_id: string;
  readonly tenant_id: string;
  readonly stream: string;
  readonly id: string;
  readonly schema_version: number;
  readonly meta: string | null;
  readonly key_id: string | null;
  readonly recorded_at: string;
  readonly digest: string;
  readonly hash: string;
}

/** Where the events of an append begin, and what they are chained to. */
interface Place {
  readonly length: number;
  readonly hash: Uint8Array;
}

export interface Encoded {
  readonly events: EventData[];
  /** The hash of the last one. */
  readonly hash: Uint8Array;
  /** When the last one is recorded, in microseconds. */
  readonly recorded: bigint;
}

// Any position that is beyond int8: what the hash covers of it is that it is not covered.
const unknownPosition = '9'.repeat(39) as Position;

/**
 * The events of an append as the server takes them, chained to the one before. `data` goes as bytes, which come back as
 * they were; as JSON the client would parse and write it anew. Each try has event ids of its own: the server answers a
 * repeated id with success without looking at the content.
 */
export function encodeAppend(append: Append, place: Place, nextTime: () => bigint): Encoded {
  let { hash } = place;
  let recorded = 0n;
  const append_id = append.append_id.toLowerCase();
  const { tenant_id, stream } = append;
  const events = append.events.map((event, index) => {
    recorded = nextTime();
    const unchained = {
      ...event,
      append_id,
      tenant_id,
      stream,
      stream_position: place.length + index,
      position: unknownPosition,
      recorded_at: timeOf(recorded),
      digest: dataDigest(event.data),
    };
    hash = chainHash(hash, unchained);
    const { id, schema_version, meta, key_id } = event;
    const stored: Stored = {
      append_id,
      tenant_id,
      stream,
      id,
      schema_version,
      meta,
      key_id,
      recorded_at: unchained.recorded_at,
      digest: base64(unchained.digest),
      hash: base64(hash),
    };
    return binaryEvent({
      id: randomUUID(),
      type: typeNameOf(event.type),
      data: Buffer.from(event.data),
      metadata: { ...stored },
    });
  });
  return { events, hash, recorded };
}

/** An event as the log gives it. Throws when something else than this engine wrote it. */
export function decodeEvent(recorded: RecordedEvent & { readonly position?: AllPosition }): LogEvent {
  const { data, metadata, position, revision, type, streamId } = recorded;
  if (!isStored(metadata) || !(data instanceof Uint8Array)) {
    throw new NotOurs(
      `The stream ${streamId} holds an event that this log did not write. Nothing else may append to its streams: ` +
        'give the log another name, or delete what does not belong there.',
    );
  }
  if (position === undefined) {
    throw new NotOurs(
      'The server gives no position with the events of a stream: use KurrentDB 25.1 or newer.',
    );
  }
  const kept: Stored = metadata;
  const { digest, hash, ...stored } = kept;
  return {
    ...stored,
    type: typeOf(type),
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'),
    stream_position: Number(revision),
    position: toPosition(position),
    digest: Buffer.from(digest, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

const texts = ['append_id', 'tenant_id', 'stream', 'id', 'recorded_at', 'digest', 'hash'] as const;

const isStored = (metadata: unknown): metadata is Stored =>
  typeof metadata === 'object' &&
  metadata !== null &&
  texts.every((name) => typeof (metadata as Partial<Stored>)[name] === 'string') &&
  typeof (metadata as Partial<Stored>).schema_version === 'number';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
