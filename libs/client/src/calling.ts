import type createFetchClient from 'openapi-fetch';
import { problemOf, unreachable } from './problem.ts';
import type { paths } from './schema.gen.ts';
import { sendWithin } from './send-within.ts';

export type Routes = ReturnType<typeof createFetchClient<paths>>;

interface Sending {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** How long a call may take: the usual time, and what it waits at the service. `onPart` is told every part of the answer as it comes. */
export type Within = (signal?: AbortSignal, waitMs?: number, onPart?: (part: Uint8Array) => void) => Sending;

/** A call that takes as long as it takes. */
export type Until = (signal?: AbortSignal) => Sending;

interface Service {
  readonly url: string;
  readonly send: typeof fetch;
  /** The usual time. */
  readonly timeoutMs: number;
}

/** How calls of a service are sent. */
export const sendingOf = ({
  url,
  send,
  timeoutMs,
}: Service): { readonly within: Within; readonly until: Until } => {
  const orUnreachable = (answer: Promise<Response>): Promise<Response> =>
    answer.catch((cause: unknown) => {
      throw unreachable(url, cause);
    });
  return {
    within: (signal, waitMs = 0, onPart) => ({
      fetch: (request) =>
        orUnreachable(sendWithin(send, request, { signal, milliseconds: timeoutMs + waitMs, onPart })),
    }),
    until: (signal) => ({
      fetch: (request) => orUnreachable(send(request, signal === undefined ? {} : { signal })),
    }),
  };
};

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** What a call gives. Throws a `WitnessError` for an answer that is not a success. */
export const dataOf = async <Result extends Answer>(
  answer: Promise<Result>,
): Promise<NonNullable<Result['data']>> => {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined || data === null) throw problemOf(response, error);
  return data;
};

/** For calls that answer without a body. */
export const nothingOf = async (answer: Promise<Answer>): Promise<void> => {
  const { error, response } = await answer;
  if (!response.ok) throw problemOf(response, error);
};
