import { isArrayAt, isNullAt, lastMember, type Member, objectMembers, skipSpace, type Span } from './scan.ts';

/** Puts `text` in the place of the bytes of `span`. */
export interface Edit extends Span {
  readonly text: string;
}

/** The bytes with all edits made. Edits must not overlap; no other byte changes. */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  const parts: Buffer[] = [];
  let here = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(bytes.subarray(here, edit.start), Buffer.from(edit.text));
    here = edit.end;
  }
  parts.push(bytes.subarray(here));
  return Buffer.concat(parts);
}

/** Takes the named members out of an object, with the commas that they leave over. `members` are all that it has. */
export function removeMembers(members: readonly Member[], keys: ReadonlySet<string>): readonly Edit[] {
  const edits: Edit[] = [];
  const lastKept = members.findLastIndex((member) => !keys.has(member.key));
  members.forEach((member, index) => {
    const next = members[index + 1];
    if (index > lastKept || next === undefined || !keys.has(member.key)) return;
    edits.push({ start: member.at, end: next.at, text: '' });
  });
  const firstOfTail = members[lastKept + 1];
  const last = members.at(-1);
  if (firstOfTail !== undefined && last !== undefined) {
    edits.push({ start: members[lastKept]?.value.end ?? firstOfTail.at, end: last.value.end, text: '' });
  }
  return edits;
}

function appendElement(bytes: Buffer, array: Span, element: string): Edit {
  const inner = skipSpace(bytes, array.start + 1);
  if (inner === array.end - 1) return { start: array.start + 1, end: array.start + 1, text: element };
  return { start: array.end - 1, end: array.end - 1, text: `,${element}` };
}

function insertMember(object: Span, members: readonly Member[], member: string): Edit {
  const at = object.start + 1;
  return { start: at, end: at, text: members.length === 0 ? member : `${member},` };
}

/**
 * The one edit that adds `element` (JSON) to the array `key` of the object at `object`. A null becomes an array of
 * one; a missing member is put first when `mayInsert`. Null when the array cannot be added to.
 */
export function addToArray(
  bytes: Buffer,
  object: Span,
  addition: { readonly key: string; readonly element: string; readonly mayInsert: boolean },
): Edit | null {
  const members = objectMembers(bytes, object.start);
  if (members === null) return null;
  const member = lastMember(members, addition.key);
  if (member === null) {
    const text = `${JSON.stringify(addition.key)}:[${addition.element}]`;
    return addition.mayInsert ? insertMember(object, members, text) : null;
  }
  if (isArrayAt(bytes, member.value)) return appendElement(bytes, member.value, addition.element);
  return isNullAt(bytes, member.value) ? { ...member.value, text: `[${addition.element}]` } : null;
}
