import type {
  AppendReq,
  BatchAppendReq,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { type Node } from './node.ts';
import { type Proposed } from './transaction-log.ts';

/** An event as either call brings it. */
export function proposed(message: BatchAppendReq.ProposedMessage | AppendReq.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap();
  return {
    id: String(message.getId()?.getString()),
    type: String(metadata.get('type')),
    contentType: String(metadata.get('content-type')),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** What of an append is larger than the server takes, if anything. */
export function excessOf(
  { maxAppendEventSize, maxAppendSize }: Node,
  events: readonly Proposed[],
): 'event' | 'append' | null {
  const sizes = events.map(({ type, data, metadata }) => 2 * type.length + data.length + metadata.length);
  if (sizes.some((size) => size > maxAppendEventSize)) return 'event';
  return sizes.reduce((sum, size) => sum + size, 0) > maxAppendSize ? 'append' : null;
}
