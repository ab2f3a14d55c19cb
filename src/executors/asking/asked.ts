import { isRecord, readJson } from '../../sockets/read-json.ts';

/** What became of a request to an executor. */
export type Asked =
  | { readonly outcome: 'answered'; readonly data: Readonly<Record<string, unknown>> }
  /** The executor said why not. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** No executor holds the attempt; or one does, and no answer came in time. */
  | { readonly outcome: 'not_held' | 'unreachable' };

/** Reads `{data}` or `{code}`. */
export const readAsked = (text: string | null): Asked => {
  const answer = readJson(text);
  if (isRecord(answer) && isRecord(answer.data)) return { outcome: 'answered', data: answer.data };
  if (isRecord(answer) && typeof answer.code === 'string') return { outcome: 'refused', code: answer.code };
  return { outcome: 'unreachable' };
};
