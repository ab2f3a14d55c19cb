import type { Member, Span } from './scan.ts';

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
