import {
  arrayElements,
  isArrayAt,
  isNullAt,
  lastMember,
  type Member,
  objectMembers,
  type Span,
} from './scan.ts';
import type { Edit } from './splice.ts';

/** What becomes of the elements of an array, each known by its index; one that is not named stays as it is. */
export interface ArrayChanges {
  /** JSON in the place of an element. */
  readonly replaced: ReadonlyMap<number, string>;
  readonly removed: ReadonlySet<number>;
  /** JSON behind the last element. */
  readonly appended: readonly string[];
}

const insertAt = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** Takes elements out with the commas that they leave over. */
function removals(elements: readonly Span[], removed: ReadonlySet<number>): readonly Edit[] {
  const edits: Edit[] = [];
  const lastKept = elements.findLastIndex((_, index) => !removed.has(index));
  elements.forEach((element, index) => {
    const next = elements[index + 1];
    if (index > lastKept || next === undefined || !removed.has(index)) return;
    edits.push({ start: element.start, end: next.start, text: '' });
  });
  const firstOfTail = elements[lastKept + 1];
  const last = elements.at(-1);
  if (firstOfTail !== undefined && last !== undefined) {
    edits.push({ start: elements[lastKept]?.end ?? firstOfTail.start, end: last.end, text: '' });
  }
  return edits;
}

function addition(array: Span, elements: readonly Span[], changes: ArrayChanges): readonly Edit[] {
  if (changes.appended.length === 0) return [];
  const text = changes.appended.join(',');
  const keepsOne = elements.some((_, index) => !changes.removed.has(index));
  return keepsOne ? [insertAt(array.end - 1, `,${text}`)] : [insertAt(array.start + 1, text)];
}

function editElements(bytes: Buffer, array: Span, changes: ArrayChanges): readonly Edit[] | null {
  const elements = arrayElements(bytes, array.start);
  if (elements === null) return null;
  const replacements = elements.flatMap((element, index): Edit[] => {
    const text = changes.removed.has(index) ? undefined : changes.replaced.get(index);
    return text === undefined ? [] : [{ ...element, text }];
  });
  return [...replacements, ...removals(elements, changes.removed), ...addition(array, elements, changes)];
}

function insertMember(object: Span, members: readonly Member[], member: string): Edit {
  return insertAt(object.start + 1, members.length === 0 ? member : `${member},`);
}

/**
 * The edits that change the array `key` of the object at `object`, touching no byte but those of the elements that change.
 * A null becomes an array when something is appended; a missing member is put first when `mayInsert`. Null when something is
 * to change and there is no array to do it in.
 */
export function editArray(
  bytes: Buffer,
  object: Span,
  array: { readonly key: string; readonly mayInsert: boolean; readonly changes: ArrayChanges },
): readonly Edit[] | null {
  const { replaced, removed, appended } = array.changes;
  if (replaced.size + removed.size + appended.length === 0) return [];
  const members = objectMembers(bytes, object.start);
  if (members === null) return null;
  const member = lastMember(members, array.key);
  const list = `[${appended.join(',')}]`;
  if (member === null) {
    return array.mayInsert ? [insertMember(object, members, `${JSON.stringify(array.key)}:${list}`)] : null;
  }
  if (isArrayAt(bytes, member.value)) return editElements(bytes, member.value, array.changes);
  return isNullAt(bytes, member.value) ? [{ ...member.value, text: list }] : null;
}
