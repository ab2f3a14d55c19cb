import { isRecord, readJson } from '../../sockets/read-json.ts';

/** What became of a request to an executor. */
export type Asked =
  | { readonly outcome: 'answered'; readonly data: Readonly<Record<string, unknown>> }
  /** The executor said why not. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** Nobody holds the attempt, or no answer came in time. */
  | { readonly outcome: 'unreachable' };

/** Reads `{data}` or `{code}`. */
export const readAsked = (text: string | null): Asked => {
  const answer = readJson(text);
  if (isRecord(answer) && isRecord(answer.data)) return { outcome: 'answered', data: answer.data };
  if (isRecord(answer) && typeof answer.code === 'string') return { outcome: 'refused', code: answer.code };
  return { outcome: 'unreachable' };
};
