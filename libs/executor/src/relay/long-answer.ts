import { leadingMembers, type LeadingMembers, skipSpace } from '../json/scan.ts';
import type { Answer } from './agent-message.ts';
import { requestId } from './client-request.ts';
import { type LineEnds, longLineId } from './long-ends.ts';

/** What the ends of a long line say of it: an answer, something else for sure, or nothing. */
export type LongAnswer = Answer | 'none' | 'unclear';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (bytes: Buffer, { members }: LeadingMembers, key: string): string => {
  const span = members.findLast((member) => member.key === key)?.value;
  return span === undefined ? '' : bytes.toString('utf8', span.start, span.end);
};

const sessionAtEnd =
  /[,{]\s*"sessionId"\s*:\s*("[^"\\]{1,256}")\s*\}\s*(?:,\s*"id"\s*:\s*(?:-?\d{1,16}|"[^"\\]{0,256}")\s*)?\}\s*$/;

/** What is known of a result of which both ends are there: whose session it is. */
function resultOf({ head, tail }: LineEnds, start: number): Readonly<Record<string, unknown>> {
  const text =
    textOf(head, leadingMembers(head, start), 'sessionId') ||
    (sessionAtEnd.exec(tail.toString('utf8'))?.[1] ?? '');
  const sessionId = parse(text);
  return typeof sessionId === 'string' ? { sessionId } : {};
}

function errorOf(head: Buffer, start: number): Readonly<Record<string, unknown>> {
  const code = parse(textOf(head, leadingMembers(head, start), 'code'));
  return typeof code === 'number' ? { code } : {};
}

/** Reads the ends of a line of the agent that is too long to be read whole. */
export function readLongAnswer(ends: LineEnds): LongAnswer {
  const { head, tail } = ends;
  const leading = leadingMembers(head, skipSpace(head, 0));
  if (leading.members.some(({ key }) => key === 'method')) return 'none';
  const given = (key: string): number | null =>
    leading.members.findLast((member) => member.key === key)?.value.start ??
    (leading.open?.key === key ? leading.open.start : null);
  const [result, error] = [given('result'), given('error')];
  const idText = longLineId(textOf(head, leading, 'id'), tail);
  const id = idText === null ? null : requestId(parse(idText));
  if (id === null) return 'unclear';
  if (error !== null && parse(textOf(head, leading, 'error')) !== null)
    return { id, ok: false, error: errorOf(head, error) };
  return result === null ? 'unclear' : { id, ok: true, result: resultOf(ends, result) };
}
