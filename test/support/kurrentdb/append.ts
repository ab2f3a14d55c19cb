import { type handleClientStreamingCall } from '@grpc/grpc-js';
import type {
  AppendReq,
  AppendResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { tooLarge } from './failures.ts';
import { type Node } from './node.ts';
import { excessOf, proposed } from './proposals.ts';
import { shared, streams } from './protocol.ts';
import { type Expected, type Proposed, type Verdict } from './transaction-log.ts';

type Options = NonNullable<ReturnType<AppendReq['getOptions']>>;

/** One append a call: what a client falls back to where the server has no batched appends. */
export const append =
  (node: Node): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    const refusal = node.refusal(call.metadata);
    const events: Proposed[] = [];
    let options: Options | undefined;
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposed(message));
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      if (refusal !== null || options === undefined) answer(refusal);
      else if (excessOf(node, events) !== null) answer(tooLarge(excessOf(node, events)));
      else answer(null, answerOf(node.log.append(nameOf(options), expectedOf(options), events)));
    });
  };

function answerOf(verdict: Verdict): AppendResp {
  const answer = new streams.AppendResp();
  if (verdict.kind === 'wrong_version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (verdict.current === null) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(verdict.current));
    answer.setWrongExpectedVersion(wrong);
    return answer;
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(verdict.position));
  position.setPreparePosition(String(verdict.position));
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(verdict.revision));
  success.setPosition(position);
  answer.setSuccess(success);
  return answer;
}

const nameOf = (options: Options): string =>
  Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString();

function expectedOf(options: Options): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return BigInt(options.getRevision());
}
