import { type handleBidiStreamingCall, type ServerDuplexStream } from '@grpc/grpc-js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import {
  appendTooLarge,
  eventTooLarge,
  serverBusy,
  timedOut,
  unavailable,
  wrongVersion,
} from './failures.ts';
import { type AppendFault } from './faults.ts';
import { type Node } from './node.ts';
import { excessOf, proposed } from './proposals.ts';
import { shared, streams } from './protocol.ts';
import { type Expected, type Proposed, type Verdict } from './transaction-log.ts';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;
type Options = NonNullable<ReturnType<BatchAppendReq['getOptions']>>;

interface Pending {
  readonly options: Options;
  readonly events: Proposed[];
}

/** The one call over which a client appends: requests in parts, answers by their correlation. */
export const batchAppend =
  (node: Node): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, Pending>();
    call.on('data', (request: BatchAppendReq) => {
      const refusal = node.refusal(call.metadata);
      if (refusal !== null) {
        call.emit('error', refusal);
        return;
      }
      const key = String(request.getCorrelationId()?.getString());
      const options = request.getOptions();
      if (options !== undefined) pending.set(key, { options, events: [] });
      const append = pending.get(key);
      if (append === undefined) return;
      append.events.push(...request.getProposedMessagesList().map(proposed));
      if (!request.getIsFinal()) return;
      pending.delete(key);
      settle(node, call, request, append);
    });
    call.on('end', () => {
      call.end();
    });
    call.on('error', () => undefined);
  };

function settle(node: Node, call: Call, request: BatchAppendReq, { options, events }: Pending): void {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(options.getStreamIdentifier());
  const fault = node.faults.take();
  const excess = excessOf(node, events);
  if (excess === 'event') answer.setError(eventTooLarge());
  else if (excess === 'append') answer.setError(appendTooLarge(node.maxAppendSize));
  else if (fault === 'busy') answer.setError(serverBusy());
  else if (fault === 'timeout') answer.setError(timedOut());
  else if (fault === 'swallow') return;
  else {
    const verdict = node.log.append(nameOf(options), expectedOf(options), events);
    if (hides(call, fault)) return;
    if (fault === 'stored-timeout') answer.setError(timedOut());
    else say(answer, verdict);
  }
  call.write(answer);
}

function hides(call: Call, fault: AppendFault | null): boolean {
  if (fault === 'lose-answer') call.emit('error', unavailable());
  return fault === 'lose-answer' || fault === 'no-answer';
}

function say(answer: BatchAppendResp, verdict: Verdict): void {
  if (verdict.kind === 'wrong_version') {
    answer.setError(wrongVersion(verdict.current));
    return;
  }
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(verdict.position));
  position.setPreparePosition(String(verdict.position));
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(verdict.revision));
  success.setPosition(position);
  answer.setSuccess(success);
}

const nameOf = (options: Options): string =>
  Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString();

function expectedOf(options: Options): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return BigInt(options.getStreamPosition());
}
