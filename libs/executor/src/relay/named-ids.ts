import { objectMembers, type Span } from '../json/scan.ts';
import { type Edit, removeMembers } from '../json/splice.ts';
import { isObject } from '../json/object.ts';

const sessionKey = 'witness/session_id';
const taskKey = 'witness/task_id';
const keys: ReadonlySet<string> = new Set([sessionKey, taskKey]);

const printable = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u;

/** Whether it is an id as the service takes it: 1 to 200 printable characters. */
export const isId = (value: unknown): value is string => typeof value === 'string' && printable.test(value);

export const idOrNull = (value: unknown): string | null => (isId(value) ? value : null);

/** The ids that the host named in `params._meta`; one that is no id counts as not named. */
export function readNamedIds(params: Readonly<Record<string, unknown>>): {
  readonly session_id: string | null;
  readonly task_id: string | null;
} {
  const meta = isObject(params._meta) ? params._meta : {};
  return { session_id: idOrNull(meta[sessionKey]), task_id: idOrNull(meta[taskKey]) };
}

/** Takes those ids out of every `_meta`, so that the agent never sees them. */
export function removeNamedIds(line: Buffer, params: readonly Span[]): readonly Edit[] {
  return params
    .flatMap((span) => objectMembers(line, span.start) ?? [])
    .filter((member) => member.key === '_meta')
    .flatMap((member) => removeMembers(objectMembers(line, member.value.start) ?? [], keys));
}
