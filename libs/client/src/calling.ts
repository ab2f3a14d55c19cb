import type createFetchClient from 'openapi-fetch';
import { problemOf } from './problem.ts';
import type { paths } from './schema.gen.ts';

export type Routes = ReturnType<typeof createFetchClient<paths>>;

/** How long a call may take: the usual time, and what it waits at the service. */
export type Within = (signal?: AbortSignal, waitMs?: number) => { signal: AbortSignal };

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
