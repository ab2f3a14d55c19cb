import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { Any, Code, shared, Status } from './protocol.ts';

type CodeOf = (typeof Code)[keyof typeof Code];

/** An answer to a batched append: the name of what went wrong, and its details packed. */
function statusOf(
  code: CodeOf,
  message: string,
  bytes: Uint8Array,
  typeName: string,
): InstanceType<typeof Status> {
  const details = new Any();
  details.pack(bytes, typeName);
  const answer = new Status();
  answer.setCode(code);
  answer.setMessage(message);
  answer.setDetails(details);
  return answer;
}

export const timedOut = (): InstanceType<typeof Status> =>
  statusOf(
    Code.DEADLINE_EXCEEDED,
    'Timeout',
    new shared.Timeout().serializeBinary(),
    'event_store.client.Timeout',
  );

export const serverBusy = (): InstanceType<typeof Status> =>
  statusOf(Code.UNKNOWN, 'Server Is Busy', new shared.Empty().serializeBinary(), 'event_store.client.Empty');

export function wrongVersion(current: number | null): InstanceType<typeof Status> {
  const details = new shared.WrongExpectedVersion();
  if (current === null) details.setCurrentNoStream(undefined);
  else details.setCurrentStreamRevision(String(current));
  return statusOf(
    Code.ALREADY_EXISTS,
    'WrongExpectedVersion',
    details.serializeBinary(),
    'event_store.client.WrongExpectedVersion',
  );
}

export function appendTooLarge(most: number): InstanceType<typeof Status> {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(most);
  return statusOf(
    Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    details.serializeBinary(),
    'event_store.client.MaximumAppendSizeExceeded',
  );
}

/** The client has no message for these details: it knows only the name. */
export const eventTooLarge = (): InstanceType<typeof Status> =>
  statusOf(
    Code.INVALID_ARGUMENT,
    'MaximumAppendEventSizeExceeded',
    new Uint8Array(),
    'event_store.client.MaximumAppendEventSizeExceeded',
  );

/** The end of a call. */
function ended(code: status, details: string, metadata: Readonly<Record<string, string>> = {}): ServiceError {
  const sent = new Metadata();
  for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata: sent });
}

export const unavailable = (): ServiceError => ended(status.UNAVAILABLE, 'Server Is Not Ready');

export const invalidPosition = (): ServiceError =>
  ended(status.UNKNOWN, 'Unexpected ReadAllResult: Error >> Log record at this position is not valid.');

export const notLeader = ({ host, port }: { readonly host: string; readonly port: number }): ServiceError =>
  ended(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

export const tooLarge = (what: 'event' | 'append' | null): ServiceError =>
  what === 'append'
    ? ended(status.INVALID_ARGUMENT, 'Maximum Append Size of 1 Exceeded.', {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': '1',
      })
    : ended(status.INVALID_ARGUMENT, 'Event exceeds Maximum Append Event Size of 1.', {
        exception: 'maximum-append-event-size-exceeded',
      });
