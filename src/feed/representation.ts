import Negotiator from 'negotiator';
import { Problem } from '../http/problem.ts';

/** What the feed can be read as; the first where the client does not say. */
const representations = [
  'application/json',
  'application/x-ndjson',
  'text/event-stream',
  'application/cloudevents-batch+json',
] as const;

export type Representation = (typeof representations)[number];

const isOurs = (type: string | undefined): type is Representation =>
  representations.some((known) => known === type);

/** Which of them `Accept` asks for. Throws `not_acceptable` when it is none. */
export const negotiate = (accept: string | undefined): Representation => {
  const asked = accept === undefined || accept.trim() === '' ? {} : { accept };
  const chosen = new Negotiator({ headers: asked }).mediaType([...representations]);
  if (!isOurs(chosen)) throw new Problem('not_acceptable');
  return chosen;
};
