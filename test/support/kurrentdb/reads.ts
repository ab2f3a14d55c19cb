import { type handleServerStreamingCall, type ServerWritableStream } from '@grpc/grpc-js';
import type {
  ReadReq,
  ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { randomUUID } from 'node:crypto';
import { invalidPosition } from './failures.ts';
import { type Node } from './node.ts';
import { shared, streams } from './protocol.ts';
import { type Kept } from './transaction-log.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;

/** Reads of a stream and of all, in both directions, and subscriptions to all. */
export const read =
  (node: Node): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    call.on('error', () => undefined);
    const options = call.request.getOptions()!;
    const refusal = node.refusal(call.metadata);
    if (refusal !== null) call.emit('error', refusal);
    else if (options.hasSubscription()) subscribe(node, call, options);
    else if (options.hasStream()) readStream(node, call, options);
    else readAll(node, call, options);
  };

function readStream({ log }: Node, call: Call, options: Options): void {
  const from = options.getStream()!;
  const identifier = from.getStreamIdentifier()!;
  const kept = log.stream(Buffer.from(identifier.getStreamName_asU8()).toString());
  if (kept === null) {
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(identifier);
    const answer = new streams.ReadResp();
    answer.setStreamNotFound(missing);
    call.write(answer);
    call.end();
    return;
  }
  const revision = from.hasRevision() ? Number(from.getRevision()) : from.hasEnd() ? Infinity : 0;
  const chosen = isBackwards(options)
    ? kept.filter((event) => event.revision <= revision).toReversed()
    : kept.filter((event) => event.revision >= revision);
  send(call, chosen, options);
}

function readAll({ log, begun }: Node, call: Call, options: Options): void {
  const all = log.all();
  const place = placeOf(options);
  if (place === null) {
    call.emit('error', invalidPosition());
    return;
  }
  if (!isBackwards(options)) begun.push(place);
  const last = all.at(-1)?.position ?? 0n;
  // Reading begins at the bytes of a record. In the middle of one there is nothing that could be read.
  if (place > 0n && place <= last && !all.some(({ position }) => position === place)) {
    call.emit('error', invalidPosition());
    return;
  }
  const within = filterOf(options);
  const chosen = isBackwards(options)
    ? all.filter(({ position }) => position < place).toReversed()
    : all.filter(({ position }) => position >= place);
  send(call, chosen.filter(within), options);
}

function send(call: Call, events: readonly Kept[], options: Options): void {
  for (const event of events.slice(0, Number(options.getCount()))) call.write(answerOf(event));
  call.end();
}

/** First what is there, then what comes; a checkpoint tells how far was searched where little of it is sent. */
function subscribe({ log }: Node, call: Call, options: Options): void {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(randomUUID());
  const answer = new streams.ReadResp();
  answer.setConfirmation(confirmation);
  call.write(answer);
  const within = filterOf(options);
  const all = options.getAll()!;
  let sent = all.hasEnd() ? (log.all().at(-1)?.position ?? 0n) : (placeOf(options) ?? 0n);
  const forward = (): void => {
    const grown = log.all().filter(({ position }) => position > sent);
    for (const event of grown.filter(within)) call.write(answerOf(event));
    const last = grown.at(-1);
    if (last === undefined) return;
    sent = last.position;
    if (options.hasFilter()) call.write(checkpointAt(sent));
  };
  forward();
  const stop = log.onGrowth(forward);
  call.on('cancelled', stop);
  call.on('close', stop);
}

function checkpointAt(position: bigint): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
}

const isBackwards = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** Null: no event can be there, as its commit is not where its prepare is. */
function placeOf(options: Options): bigint | null {
  const all = options.getAll()!;
  if (all.hasEnd()) return 1n << 63n;
  const position = all.getPosition();
  if (all.hasStart() || position === undefined) return 0n;
  const commit = BigInt(position.getCommitPosition());
  return commit === BigInt(position.getPreparePosition()) ? commit : null;
}

function filterOf(options: Options): (event: Kept) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const expression = filter.getStreamIdentifier() ?? filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '', 'u');
  const subject = ({ stream, type }: Kept): string => (filter.hasStreamIdentifier() ? stream : type);
  if (prefixes.length === 0) return (event) => regex.test(subject(event));
  return (event) => prefixes.some((prefix) => subject(event).startsWith(prefix));
}

function answerOf(kept: Kept): ReadResp {
  const id = new shared.UUID();
  id.setString(kept.id);
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(kept.stream));
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(id);
  record.setStreamIdentifier(identifier);
  record.setStreamRevision(String(kept.revision));
  record.setCommitPosition(String(kept.position));
  record.setPreparePosition(String(kept.position));
  record.setData(kept.data);
  record.setCustomMetadata(kept.metadata);
  const metadata = record.getMetadataMap();
  metadata.set('type', kept.type);
  metadata.set('content-type', kept.contentType);
  metadata.set('created', String(kept.created));
  const event = new streams.ReadResp.ReadEvent();
  event.setEvent(record);
  event.setCommitPosition(String(kept.position));
  const answer = new streams.ReadResp();
  answer.setEvent(event);
  return answer;
}
