import type { AttachmentState } from './attachment-state.ts';
import { readLongAnswer } from './long-answer.ts';
import { createLongEnds } from './long-ends.ts';
import { settle } from './settle.ts';

/** Marks the calls that wait and may be answered by this line. Answers with those that were not marked before. */
function markWaiting({ pending, perhapsAnswered }: AttachmentState): readonly string[] {
  const waiting = pending.entries().flatMap((one) => (one.kind === 'attach' ? [one.waiting.attempt_id] : []));
  const marked = waiting.filter((attempt_id) => !perhapsAnswered.has(attempt_id));
  for (const attempt_id of marked) perhapsAnswered.add(attempt_id);
  return marked;
}

/** Takes the parts of lines of the agent that are too long to be read. */
export function createUnreadAnswers(state: AttachmentState): (part: Buffer) => void {
  const endsOf = createLongEnds();
  let marked: string[] = [];
  return (part) => {
    marked.push(...markWaiting(state));
    const ends = endsOf(part);
    if (ends === null) return;
    const answer = readLongAnswer(ends);
    const ofThisLine = marked;
    marked = [];
    if (answer === 'unclear') return;
    for (const attempt_id of ofThisLine) state.perhapsAnswered.delete(attempt_id);
    const entry = answer === 'none' ? undefined : state.pending.take(answer.id);
    if (answer !== 'none' && entry !== undefined) settle(state, entry, answer);
  };
}
